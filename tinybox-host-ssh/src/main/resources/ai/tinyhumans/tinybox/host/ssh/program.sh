# How tinybox starts a program on the far side of ssh. Usage: run|spawn TOKEN DIRECTORY MARKER PROGRAM ARGUMENT...
#
# Everything it says begins with the token, which nobody else there knows, so that neither the greeting of a login shell nor
# a program's output is taken for it:
#   TOKEN started BOOT STAT        the program is about to run; both as in /proc. On standard error: TOKEN
#   TOKEN refused WHY              it cannot run; of run, that the interpreter it names is missing comes after 'started'
#   TOKEN ended CODE HOW ALONE REPORT STAT
#                                  run: HOW is exit or signal; ALONE is 1 if nothing it started is alive; REPORT is what it
#                                  reported on a descriptor of its own, in hexadecimal, or '-'. On standard error: TOKEN
#
# lookup.sh is read before, run.sh or spawn.sh after, and defined are tinybox_env, which exports the program's
# variables; tinybox_open, which makes the files of its descriptors beyond 2 and opens those up to 7; tinybox_open_late, which
# opens 8 and 9, the script's own until it becomes the program; and TINYBOX_REPORTS, which is not empty if it reports, to the
# file TINYBOX_REPORT.
TINYBOX_TOKEN=$2
shift 2
exec 8>&1 9>&2

tinybox_refuse() {
  echo "$TINYBOX_TOKEN refused $1" >&8
  exit 1
}

# Makes this subshell what the program is to find, in two steps, and says why it cannot be.
tinybox_enter() { # directory
  CDPATH='' cd -- "$1" || {
    [ -e "$1" ] || tinybox_refuse cwd_missing
    [ -d "$1" ] || tinybox_refuse cwd_not_directory
    tinybox_refuse cwd_forbidden
  } 2>/dev/null
}

tinybox_become() { # marker, program
  unset PATH PWD OLDPWD SHLVL
  TINYBOX_EXECUTION=$1
  export TINYBOX_EXECUTION
  tinybox_env
  tinybox_find "$2" || tinybox_refuse "$TINYBOX_WHY"
}

# Does both, and opens descriptors in between. Arguments: directory, marker, program, its own.
tinybox_prepare() {
  tinybox_enter "$1"
  tinybox_open || tinybox_refuse descriptors
  tinybox_become "$2" "$3"
}

tinybox_say_started() {
  IFS= read -r TINYBOX_STAT </proc/self/stat
  IFS= read -r TINYBOX_BOOT </proc/sys/kernel/random/boot_id
  echo "$TINYBOX_TOKEN" >&9
  echo "$TINYBOX_TOKEN started $TINYBOX_BOOT $TINYBOX_STAT" >&8
}

PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
TINYBOX_EXEC=
for TINYBOX_TOOL in cat grep mktemp sleep tr env setsid; do
  tinybox_find $TINYBOX_TOOL || tinybox_refuse "tool_missing $TINYBOX_TOOL"
  # bash tells a program the path it was found at, in a variable of its own
  [ -z "${BASH_VERSION-}" ] || [ $TINYBOX_TOOL != env ] || TINYBOX_EXEC="$TINYBOX_FOUND -u _"
done
TINYBOX_EXEC="$TINYBOX_EXEC $TINYBOX_FOUND"
