# What tinybox does with processes on the far side of ssh. Usage: STEP TOKEN ARGUMENT...
#
#   table, environment, signal     say TOKEN, what was asked for, TOKEN: nobody else there knows it, so that the greeting of
#                                  a login shell is not taken for it
#   group, guard                   of these nobody hears
#
# process.sh is read before.
TINYBOX_STEP=$1 TINYBOX_TOKEN=$2
shift 2

# Hears a line each second from the other side. Where nothing is sent an sshd may not notice for hours that nothing can be: so
# after six seconds of silence what that host started is ended, and the connection. That it ends is for run.sh to see.
tinybox_guard() {
  trap 'TINYBOX_HEARD=yes' USR1
  exec 3<&0
  (
    while IFS= read -r TINYBOX_BEAT; do kill -USR1 $$; done
    kill -KILL $$
  ) <&3 &
  TINYBOX_SILENT=0
  while [ $TINYBOX_SILENT -lt 3 ]; do
    TINYBOX_HEARD=
    sleep 2
    TINYBOX_SILENT=$((TINYBOX_SILENT + 1))
    [ -z "$TINYBOX_HEARD" ] || TINYBOX_SILENT=0
  done
  tinybox_end "$1-[0-9]+"
  kill -KILL $! $PPID
}

case $TINYBOX_STEP in
  table)
    echo "$TINYBOX_TOKEN"
    cat /proc/[0-9]*/stat 2>/dev/null
    echo
    tinybox_marked '.*'
    echo "$TINYBOX_TOKEN"
    ;;
  signal)
    TINYBOX_SIGNAL=$1
    shift
    for TINYBOX_PID; do
      tinybox_start "${TINYBOX_PID%:*}"
      [ "$TINYBOX_START" != "${TINYBOX_PID#*:}" ] || kill "-$TINYBOX_SIGNAL" "${TINYBOX_PID%:*}" 2>/dev/null
    done
    echo "$TINYBOX_TOKEN"
    echo "$TINYBOX_TOKEN"
    ;;
  group)
    tinybox_start "$2"
    [ "$TINYBOX_START" != "$3" ] || kill "-$1" "-$2" 2>/dev/null
    ;;
  guard)
    tinybox_guard "$1"
    ;;
  environment)
    echo "$TINYBOX_TOKEN"
    cat /proc/$$/environ
    printf '\n%s\n' "$TINYBOX_TOKEN"
    ;;
esac
