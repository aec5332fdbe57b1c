# What tinybox runs inside a box that its host cannot look into; docs/supervisor.md is the protocol. Needs a POSIX sh,
# setsid, grep, tr, mv, rm, sleep, /proc, and /dev/shm. All its names begin with TINYBOX_, and no program inherits one.
# A mode is the function of its name and is passed only those that this one calls (ShellScript.part): each begins at the
# beginning of a line with its name, and ends with a brace there.
[ -z "${BASH_VERSION-}" ] || set +o posix # else it says nothing of a program that a signal ended
TINYBOX_MODE=$1
TINYBOX_NAME=${2:-$TINYBOX_EXECUTION}
TINYBOX_FILE=/dev/shm/tinybox-$TINYBOX_NAME
shift 2

# Publishes a line, whole or not at all.
tinybox_publish() {
  { echo "$1" >"$TINYBOX_FILE.new" && mv "$TINYBOX_FILE.new" "$TINYBOX_FILE"; } 2>/dev/null
}

# Sets TINYBOX_NOW to hundredths of a second since the start of the machine.
tinybox_now() {
  read -r TINYBOX_NOW TINYBOX_REST </proc/uptime
  TINYBOX_NOW=${TINYBOX_NOW%.*}${TINYBOX_NOW#*.}
}

# Makes this shell what the program is to find: directory, variables. Says on descriptor 5 why it cannot be started.
# Arguments: directory, number of variables, program and its arguments.
tinybox_prepare() {
  tinybox_find setsid || tinybox_refuse no_setsid
  TINYBOX_SETSID=$TINYBOX_FOUND
  TINYBOX_HERE=$1
  TINYBOX_COUNT=$2
  if [ -n "$TINYBOX_HERE" ] && ! CDPATH='' cd -- "$TINYBOX_HERE"; then
    [ -e "$TINYBOX_HERE" ] || tinybox_refuse cwd_missing
    [ -d "$TINYBOX_HERE" ] || tinybox_refuse cwd_not_directory
    tinybox_refuse cwd_forbidden
  fi
  while [ "$TINYBOX_COUNT" -gt 0 ]; do
    TINYBOX_COUNT=$((TINYBOX_COUNT - 1))
    eval "export \"\$TINYBOX_ENV_$TINYBOX_COUNT\"; unset TINYBOX_ENV_$TINYBOX_COUNT"
  done
  tinybox_find "$3" || tinybox_refuse "$TINYBOX_WHY"
  [ ! -e "$TINYBOX_FILE.stop" ] || tinybox_refuse cancelled
}

tinybox_refuse() {
  echo "$1" >&5
  exit 1
}

# Sets TINYBOX_ALIVE to the living processes of an execution: those with its marker, and all of their sessions; and
# TINYBOX_OWN to those that supervise it: their session was begun from outside, so its leader has no parent in here.
tinybox_seek() {
  cd /proc
  tinybox_marked "^TINYBOX_EXECUTION=$TINYBOX_NAME(:|\$)"
  TINYBOX_SESSIONS=' '
  TINYBOX_OUTER=' '
  TINYBOX_ALIVE=
  TINYBOX_OWN=
  tinybox_each tinybox_sessions
  tinybox_each tinybox_members
}

# Sets TINYBOX_MARKED to those files of variables in which one matches.
tinybox_marked() {
  if printf 'x\0' | grep -qz x 2>/dev/null; then
    TINYBOX_MARKED=" $(grep -lszE "$1" [0-9]*/environ | tr '\n' ' ') "
    return 0
  fi
  TINYBOX_MARKED=' '
  for TINYBOX_ENVIRON in [0-9]*/environ; do # as BusyBox is built for Alpine
    ! { tr '\0' '\n' <"$TINYBOX_ENVIRON"; } 2>/dev/null | grep -qE "$1" ||
      TINYBOX_MARKED="$TINYBOX_MARKED$TINYBOX_ENVIRON "
  done
}

# Calls a function with number, state, parent and session of each process, proc_pid_stat(5).
tinybox_each() {
  for TINYBOX_STAT in [0-9]*/stat; do
    { read -r TINYBOX_REST <"$TINYBOX_STAT"; } 2>/dev/null || continue
    TINYBOX_PID=${TINYBOX_STAT%/stat}
    TINYBOX_REST=${TINYBOX_REST##*') '}
    TINYBOX_STATE=${TINYBOX_REST%% *}
    TINYBOX_REST=${TINYBOX_REST#* }
    TINYBOX_PARENT=${TINYBOX_REST%% *}
    TINYBOX_REST=${TINYBOX_REST#* * }
    TINYBOX_SESSION=${TINYBOX_REST%% *}
    "$1"
  done
}

tinybox_sessions() {
  [ "$TINYBOX_PARENT" != 0 ] || TINYBOX_OUTER="$TINYBOX_OUTER$TINYBOX_SESSION "
  case $TINYBOX_MARKED in
    *" $TINYBOX_PID/environ "* | *" $TINYBOX_PARENT/environ "*) TINYBOX_SESSIONS="$TINYBOX_SESSIONS$TINYBOX_SESSION " ;;
  esac
}

tinybox_members() {
  [ "$TINYBOX_STATE" != Z ] || return 0
  case $TINYBOX_SESSIONS in
    *" $TINYBOX_SESSION "*) ;;
    *) return 0 ;;
  esac
  case $TINYBOX_OUTER in
    *" $TINYBOX_SESSION "*) TINYBOX_OWN="$TINYBOX_OWN $TINYBOX_PID" ;;
    *) TINYBOX_ALIVE="$TINYBOX_ALIVE $TINYBOX_PID" ;;
  esac
}

# Kills what is alive of an execution until nothing is, for five seconds at most: longer only the kernel holds it.
# The argument says what else must be gone.
tinybox_kill() {
  tinybox_now
  TINYBOX_BEGUN=$TINYBOX_NOW
  while tinybox_seek && [ -n "$TINYBOX_ALIVE$1" ] && [ $((TINYBOX_NOW - TINYBOX_BEGUN)) -lt 500 ]; do
    # shellcheck disable=SC2086 # a list of numbers
    kill -KILL $TINYBOX_ALIVE 2>/dev/null
    sleep 0.02
    tinybox_now
  done
}

# Sets TINYBOX_OOM to how many processes of the box the kernel killed for want of memory, of either version of cgroups.
tinybox_oom() {
  TINYBOX_OOM=
  for TINYBOX_EVENTS in /sys/fs/cgroup/memory.events /sys/fs/cgroup/memory/memory.oom_control; do
    [ -r "$TINYBOX_EVENTS" ] || continue
    while read -r TINYBOX_KEY TINYBOX_REST; do
      [ "$TINYBOX_KEY" != oom_kill ] || TINYBOX_OOM=$TINYBOX_REST
    done <"$TINYBOX_EVENTS"
  done
}

# Runs a program and ends with its code, or with one that says what to do: 201 it is 1; 202 it is published, as is a signal;
# 211 to 219 the program was not started. What a shell starts costs more than all else here, so it starts one program only.
tinybox_run() {
  tinybox_oom
  TINYBOX_OOM_BEFORE=$TINYBOX_OOM
  TINYBOX_START=$PWD
  # a pipe without another shell: what goes into 5, and what this shell says of the program's end, waits in it to be read
  exec 3<<END 4>&2
said:
END
  [ -w "/proc/$$/fd/3" ] || exit 218
  exec 5>>"/proc/$$/fd/3" 2>&5
  read -r TINYBOX_REST </proc/loadavg
  TINYBOX_FIRST=${TINYBOX_REST##* }
  (
    exec 2>/dev/null
    tinybox_prepare "$@"
    shift 2
    exec "$TINYBOX_SETSID" "$@" 2>&4 3<&- 4>&- 5>&-
  )
  TINYBOX_CODE=$?
  read -r TINYBOX_REST </proc/loadavg
  # one shell was started and became the program: whoever had the last number is the program, and is dead
  [ "${TINYBOX_REST##* }" = $((TINYBOX_FIRST + 1)) ] || tinybox_kill ''
  echo >&5
  { read -r TINYBOX_REST && read -r TINYBOX_SAID; } <&3
  exec 2>&4
  case $TINYBOX_SAID in
    not_* | is_* | bad_* | cwd_* | no_* | cancelled) tinybox_tell "$TINYBOX_SAID" ;;
    ?*) tinybox_signaled ;; # what a shell says of a program that a signal ended
    *) tinybox_exited "$@" ;;
  esac
}

tinybox_exited() {
  [ "$TINYBOX_CODE" -lt 256 ] || tinybox_signaled # a shell that has codes of its own for signals
  case $TINYBOX_CODE in
    1) exit 201 ;;
    126 | 127)
      TINYBOX_SAID=$(
        exec 5>&1 2>/dev/null
        cd "$TINYBOX_START" # the look for what is left went elsewhere
        tinybox_prepare "$@" && tinybox_interpreted || echo "$TINYBOX_WHY"
      )
      [ -z "$TINYBOX_SAID" ] || tinybox_tell "$TINYBOX_SAID"
      ;;
  esac
  [ "$TINYBOX_CODE" -ge 125 ] || exit "$TINYBOX_CODE"
  tinybox_record "exit $TINYBOX_CODE"
}

tinybox_signaled() {
  [ "$TINYBOX_CODE" -lt 256 ] || TINYBOX_CODE=$((TINYBOX_CODE - 128))
  tinybox_oom
  [ "$TINYBOX_CODE" != 137 ] || [ "$TINYBOX_OOM" = "$TINYBOX_OOM_BEFORE" ] || tinybox_record memory
  tinybox_record "signal $((TINYBOX_CODE - 128))"
}

tinybox_record() {
  tinybox_publish "$1" || exit 218
  exit 202
}

tinybox_tell() {
  case $1 in
    not_found) exit 211 ;;
    not_executable) exit 212 ;;
    is_directory) exit 213 ;;
    bad_interpreter) exit 214 ;;
    cwd_missing) exit 215 ;;
    cwd_not_directory) exit 216 ;;
    cwd_forbidden) exit 217 ;;
    cancelled) exit 219 ;;
    *) exit 218 ;;
  esac
}

# Becomes a program that outlives this call; publishes first whether it can be started. That it is, is said by a process that
# has the marker already, and looks whether it was ended meanwhile: before that, nobody who looks would find it.
tinybox_spawn() {
  TINYBOX_EXECUTION=$TINYBOX_NAME
  export TINYBOX_EXECUTION
  exec </dev/null >/dev/null 2>&1
  TINYBOX_SAID=$(
    exec 5>&1
    tinybox_prepare "$@" && tinybox_interpreted || echo "$TINYBOX_WHY"
  )
  if [ -n "$TINYBOX_SAID" ]; then
    tinybox_publish "$TINYBOX_SAID"
    exit 1
  fi
  exec 5>/dev/null
  tinybox_find mv
  TINYBOX_MV=$TINYBOX_FOUND
  tinybox_find sh
  TINYBOX_SH=$TINYBOX_FOUND
  tinybox_prepare "$@"
  shift 2
  # shellcheck disable=SC2016 # the new shell expands it
  exec "$TINYBOX_SETSID" "$TINYBOX_SH" -c '[ ! -e "$0.stop" ] || exit 1
    echo started >"$0.new" && "$1" "$0.new" "$0"
    shift
    exec "$@"' "$TINYBOX_FILE" "$TINYBOX_MV" "$@" 5>&-
}

# Prints what was published, waiting for it for the given hundredths of a second. It can be asked for again, until something
# else was told.
tinybox_recall() {
  tinybox_now
  TINYBOX_BEGUN=$TINYBOX_NOW
  until [ -e "$TINYBOX_FILE" ] || [ -e "$TINYBOX_FILE.told" ] || [ $((TINYBOX_NOW - TINYBOX_BEGUN)) -ge "$1" ]; do
    sleep 0.02
    tinybox_now
  done
  mv "$TINYBOX_FILE" "$TINYBOX_FILE.told" 2>/dev/null
  read -r TINYBOX_REST <"$TINYBOX_FILE.told" && echo "$TINYBOX_REST"
  for TINYBOX_REST in /dev/shm/tinybox-*.told; do
    [ "$TINYBOX_REST" = "$TINYBOX_FILE.told" ] || rm -f "$TINYBOX_REST"
  done
}

# Ends an execution: TERM, the given hundredths of a second, KILL. One that did not start yet never will. Says who is left,
# and then that it is done.
tinybox_end() {
  : >"$TINYBOX_FILE.stop"
  tinybox_seek
  tinybox_now
  TINYBOX_BEGUN=$TINYBOX_NOW
  # shellcheck disable=SC2086 # a list of numbers
  [ "$1" = 0 ] || kill -TERM $TINYBOX_ALIVE 2>/dev/null
  while [ -n "$TINYBOX_ALIVE" ] && [ $((TINYBOX_NOW - TINYBOX_BEGUN)) -lt "$1" ]; do
    sleep 0.02
    tinybox_seek
    tinybox_now
  done
  tinybox_kill ''
  # what supervises it sees it dead and ends by itself; if not, its own time is up as well
  TINYBOX_BEGUN=$TINYBOX_NOW
  while [ -n "$TINYBOX_OWN" ] && [ $((TINYBOX_NOW - TINYBOX_BEGUN)) -lt 100 ]; do
    [ $((TINYBOX_NOW - TINYBOX_BEGUN)) -lt 50 ] || kill -KILL $TINYBOX_OWN 2>/dev/null
    sleep 0.02
    tinybox_seek
    tinybox_now
  done
  for TINYBOX_PID in $TINYBOX_ALIVE; do
    read -r TINYBOX_REST <"/proc/$TINYBOX_PID/comm" && echo "$TINYBOX_PID $TINYBOX_REST"
  done
  echo ended
}

# Prints which of some executions have living processes.
tinybox_look() {
  for TINYBOX_NAME in "$TINYBOX_NAME" "$@"; do
    tinybox_seek
    [ -z "$TINYBOX_ALIVE" ] || echo "$TINYBOX_NAME"
  done
  echo looked
}

"tinybox_$TINYBOX_MODE" "$@"
