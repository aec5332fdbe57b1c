# What the scripts on the far side of ssh know of processes.

# Sets TINYBOX_START to when a process started, in ticks, or to nothing if it is gone.
tinybox_start() {
  TINYBOX_START=
  { IFS= read -r TINYBOX_STAT <"/proc/$1/stat"; } 2>/dev/null || return 0
  # shellcheck disable=SC2086 # its fields
  set -- ${TINYBOX_STAT##*) }
  shift 19
  TINYBOX_START=$1
}

# Waits until the connection is gone, of which the parent of this shell is the far end, or the shell itself.
tinybox_until_lost() {
  while
    { IFS= read -r TINYBOX_STAT <"/proc/$$/stat"; } 2>/dev/null
    TINYBOX_STAT=${TINYBOX_STAT##*) }
    TINYBOX_STAT=${TINYBOX_STAT#* }
    [ "${TINYBOX_STAT%% *}" = "$PPID" ]
  do
    sleep 2
  done
}

# Says which processes carry a marker that an extended regular expression matches: a line /proc/PID/environ:NAME=MARKER for
# each, whose beginning is ours: a break of lines in what a program says of itself becomes a blank. The output tells whether
# there are any: the code of grep also tells of processes that are gone by now.
tinybox_marked() {
  TINYBOX_PATTERN="^TINYBOX_EXECUTION=($1)(:|\$)"
  if printf 'x\0' | grep -qz x 2>/dev/null; then
    grep -szHE "$TINYBOX_PATTERN" /proc/[0-9]*/environ | tr '\n\r\0' '  \n'
    return 0
  fi
  for TINYBOX_ENVIRON in /proc/[0-9]*/environ; do # as BusyBox is built for Alpine
    { tr '\n\r\0' '  \n' <"$TINYBOX_ENVIRON"; } 2>/dev/null | grep -E "$TINYBOX_PATTERN" |
      while IFS= read -r TINYBOX_LINE; do printf '%s\n' "$TINYBOX_ENVIRON:$TINYBOX_LINE"; done
  done
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
