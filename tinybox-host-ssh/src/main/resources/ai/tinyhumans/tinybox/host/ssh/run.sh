# Runs the program that program.sh prepares, waits for it and tells how it ended; what is left of it is ended with the
# connection. process.sh is read before.

# Waits until the connection is gone, and then ends what ran over it.
tinybox_watch() {
  tinybox_until_lost
  tinybox_end "$1"
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

tinybox_watch "$2" </dev/null >/dev/null 2>&1 8>&- 9>&- &
TINYBOX_WATCH=$!
TINYBOX_REPORT=
[ -z "$TINYBOX_REPORTS" ] || TINYBOX_REPORT=$(mktemp) || tinybox_refuse descriptors
# a pipe without another shell: what this shell says of the program's end waits in it to be read
exec 3<<END
said:
END
[ -w "/proc/$$/fd/3" ] || tinybox_refuse descriptors
exec 2>>"/proc/$$/fd/3"
IFS= read -r TINYBOX_FIRST </proc/loadavg
(
  exec 3<&-
  tinybox_prepare "$@"
  tinybox_say_started
  shift 2
  exec >&8 2>&9 8>&- 9>&-
  tinybox_open_late
  exec $TINYBOX_EXEC "$@"
)
TINYBOX_CODE=$?
IFS= read -r TINYBOX_LAST </proc/loadavg
# looked at last, since a shell reads byte by byte, and the first line of a program that is no script is long
case $TINYBOX_CODE in
  126 | 127)
    [ -z "$(
      exec 8>/dev/null
      tinybox_enter "$1"
      tinybox_become "$2" "$3"
      tinybox_interpreted || echo no
    )" ] || tinybox_refuse bad_interpreter
    ;;
esac
# one shell was started, which became the program, and the first pause of the watch, if that is not older: if these had the
# last numbers nothing else was
TINYBOX_MORE=$((${TINYBOX_LAST##* } - ${TINYBOX_FIRST##* } - 1))
{ read -r TINYBOX_PAUSE TINYBOX_REST </proc/$TINYBOX_WATCH/task/$TINYBOX_WATCH/children; } 2>/dev/null
[ "${TINYBOX_PAUSE:-0}" -le "${TINYBOX_FIRST##* }" ] || TINYBOX_MORE=$((TINYBOX_MORE - 1))
kill -KILL $TINYBOX_WATCH 2>/dev/null
[ -z "$TINYBOX_REPORT" ] || tinybox_await_alone "$2"
TINYBOX_ALONE=1
[ $TINYBOX_MORE = 0 ] || [ -z "$(tinybox_marked "$2")" ] || TINYBOX_ALONE=0
echo >&2
{ IFS= read -r TINYBOX_SAID && IFS= read -r TINYBOX_SAID; } <&3
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
