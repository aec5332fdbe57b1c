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
