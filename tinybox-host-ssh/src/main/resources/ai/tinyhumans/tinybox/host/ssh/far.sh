# What tinybox runs on the far side of ssh. Usage: STEP TOKEN ARGUMENT...
#
# Everything it says begins with the token, which nobody else there knows, so that neither the greeting of a login shell nor
# a program's output is taken for it:
#   TOKEN started BOOT STAT        run, spawn: the program is about to run; both as in /proc. On standard error: TOKEN
#   TOKEN refused WHY              run, spawn: it cannot run
#   TOKEN ended CODE HOW ALONE REPORT STAT
#                                  run: HOW is exit or signal; ALONE is 1 if nothing it started is alive; REPORT is what it
#                                  reported on a descriptor of its own, in hexadecimal, or '-'. On standard error: TOKEN
#   TOKEN ... TOKEN                table, environment, signal: what was asked for is in between
# Of group and guard nobody hears.
#
# process.sh is read before, and defined are tinybox_env, which exports the program's variables; tinybox_open, which makes the
# files of its descriptors beyond 2 and opens those up to 7; tinybox_open_late, which opens 8 and 9, the script's own until it
# becomes the program; and TINYBOX_REPORTS, which is not empty if it reports, to the file TINYBOX_REPORT.
TINYBOX_STEP=$1 TINYBOX_TOKEN=$2
shift 2

tinybox_refuse() {
  echo "$TINYBOX_TOKEN refused $1" >&8
  exit 1
}

# Makes this subshell what the program is to find, and says that it starts. Arguments: directory, marker, program, its own.
tinybox_prepare() {
  CDPATH='' cd -- "$1" || {
    [ -e "$1" ] || tinybox_refuse cwd_missing
    [ -d "$1" ] || tinybox_refuse cwd_not_directory
    tinybox_refuse cwd_forbidden
  } 2>/dev/null
  tinybox_open || tinybox_refuse descriptors
  unset PATH PWD OLDPWD SHLVL
  TINYBOX_EXECUTION=$2
  export TINYBOX_EXECUTION
  tinybox_env
  { tinybox_find "$3" && tinybox_interpreted; } || tinybox_refuse "$TINYBOX_WHY"
  IFS= read -r TINYBOX_STAT </proc/self/stat
  IFS= read -r TINYBOX_BOOT </proc/sys/kernel/random/boot_id
  echo "$TINYBOX_TOKEN" >&9
  echo "$TINYBOX_TOKEN started $TINYBOX_BOOT $TINYBOX_STAT" >&8
}

# Kills what carries a marker that a pattern matches until nothing does.
tinybox_end() {
  while
    TINYBOX_LEFT=$(tinybox_marked "$1")
    [ -n "$TINYBOX_LEFT" ]
  do
    while IFS=/ read -r TINYBOX_ROOT TINYBOX_PROC TINYBOX_PID TINYBOX_REST; do
      kill -KILL "$TINYBOX_PID" 2>/dev/null
    done <<END
$TINYBOX_LEFT
END
    sleep 0.1
  done
}

# Waits until the connection is gone, and then ends what ran over it.
tinybox_watch() {
  tinybox_until_lost
  tinybox_end "$1"
}

# Hears a line each second from the other side. Where nothing is sent an sshd may not notice for hours that nothing can be: so
# after six seconds of silence what that host started is ended, and the connection. That it ends is for tinybox_watch to see.
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

# Waits for what a program that wraps another leaves to the kernel, which takes its namespaces down: two seconds at most.
tinybox_await_alone() {
  TINYBOX_TRIES=0
  while [ $TINYBOX_TRIES -lt 20 ] && [ -n "$(tinybox_marked "$1")" ]; do
    TINYBOX_TRIES=$((TINYBOX_TRIES + 1))
    sleep 0.1
  done
}

# Answers whether a shell here says that a signal ended a program: of some signals it says nothing.
tinybox_talks() {
  [ -n "$( (exec 2>&1; /bin/sh -c "kill -$1 \$\$"; exit) )" ]
}

tinybox_run() {
  exec 8>&1 9>&2
  tinybox_watch "$2" </dev/null >/dev/null 2>&1 8>&- 9>&- &
  TINYBOX_WATCH=$!
  TINYBOX_REPORT=
  [ -z "$TINYBOX_REPORTS" ] || TINYBOX_REPORT=$(mktemp) || tinybox_refuse descriptors
  IFS= read -r TINYBOX_FIRST </proc/loadavg
  TINYBOX_SAID=$(
    exec 2>&1
    (
      tinybox_prepare "$@"
      shift 2
      exec >&8 2>&9 8>&- 9>&-
      tinybox_open_late
      exec $TINYBOX_EXEC "$@"
    )
    exit $?
  )
  TINYBOX_CODE=$?
  IFS= read -r TINYBOX_LAST </proc/loadavg
  # two shells were started, of which one became the program, and the first pause of the watch, if that is not older: if
  # these had the last numbers nothing else was
  TINYBOX_MORE=$((${TINYBOX_LAST##* } - ${TINYBOX_FIRST##* } - 2))
  { read -r TINYBOX_PAUSE TINYBOX_REST </proc/$TINYBOX_WATCH/task/$TINYBOX_WATCH/children; } 2>/dev/null
  [ "${TINYBOX_PAUSE:-0}" -le "${TINYBOX_FIRST##* }" ] || TINYBOX_MORE=$((TINYBOX_MORE - 1))
  kill -KILL $TINYBOX_WATCH 2>/dev/null
  [ -z "$TINYBOX_REPORT" ] || tinybox_await_alone "$2"
  TINYBOX_ALONE=1
  [ $TINYBOX_MORE = 0 ] || [ -z "$(tinybox_marked "$2")" ] || TINYBOX_ALONE=0
  TINYBOX_HOW=exit
  if [ $TINYBOX_CODE -gt 128 ] && { [ -n "$TINYBOX_SAID" ] || ! tinybox_talks $((TINYBOX_CODE - 128)); }; then
    TINYBOX_HOW=signal TINYBOX_CODE=$((TINYBOX_CODE - 128))
  fi
  if [ -n "$TINYBOX_REPORT" ]; then
    TINYBOX_SAID=$(od -An -v -tx1 -N 1024 "$TINYBOX_REPORT" | tr -d ' \n')
    rm -f "$TINYBOX_REPORT"
    TINYBOX_REPORT=$TINYBOX_SAID
  fi
  IFS= read -r TINYBOX_STAT </proc/$$/stat
  echo "$TINYBOX_TOKEN" >&9
  echo "$TINYBOX_TOKEN ended $TINYBOX_CODE $TINYBOX_HOW $TINYBOX_ALONE ${TINYBOX_REPORT:--} $TINYBOX_STAT" >&8
}

# The program outlives this shell, which the subshell ends when it has become a child of nobody's.
tinybox_spawn() {
  exec 8>&1 9>&2
  (
    TINYBOX_INPUT=$(mktemp) && cat >"$TINYBOX_INPUT" && exec <"$TINYBOX_INPUT" && rm -f "$TINYBOX_INPUT" ||
      tinybox_refuse descriptors
    tinybox_prepare "$@"
    shift 2
    exec >/dev/null 2>&1 8>&- 9>&-
    tinybox_open_late
    kill -KILL $$
    exec $TINYBOX_EXEC "$@"
  )
}

case $TINYBOX_STEP in
  run | spawn)
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
    TINYBOX_EXEC=
    for TINYBOX_TOOL in cat grep mktemp sleep tr env setsid; do
      tinybox_find $TINYBOX_TOOL || { exec 8>&1; tinybox_refuse "tool_missing $TINYBOX_TOOL"; }
      # bash tells a program the path it was found at, in a variable of its own
      [ -z "${BASH_VERSION-}" ] || [ $TINYBOX_TOOL != env ] || TINYBOX_EXEC="$TINYBOX_FOUND -u _"
    done
    TINYBOX_EXEC="$TINYBOX_EXEC $TINYBOX_FOUND"
    "tinybox_$TINYBOX_STEP" "$@"
    ;;
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
