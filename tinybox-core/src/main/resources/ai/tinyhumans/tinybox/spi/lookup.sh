# How a script of tinybox finds a program, wherever it runs: the same as execvp(3), but without a default PATH or an empty
# element of it. Read before the scripts that call it.

# Answers whether a file can be executed; sets TINYBOX_WHY if not.
tinybox_executable() {
  if [ -d "$1" ]; then
    TINYBOX_WHY=is_directory
  elif [ -x "$1" ]; then
    return 0
  elif [ -e "$1" ]; then
    TINYBOX_WHY=not_executable
  fi
  return 1
}

# Answers whether there is a file to execute; sets TINYBOX_FOUND, or TINYBOX_WHY.
tinybox_find() {
  TINYBOX_WHY=not_found
  TINYBOX_FOUND=$1
  case $1 in
    */*)
      tinybox_executable "$1"
      return
      ;;
  esac
  TINYBOX_LEFT=${PATH-}:
  while [ -n "$TINYBOX_LEFT" ]; do
    TINYBOX_FOUND=${TINYBOX_LEFT%%:*}/$1
    TINYBOX_LEFT=${TINYBOX_LEFT#*:}
    [ "$TINYBOX_FOUND" = "/$1" ] || [ -d "$TINYBOX_FOUND" ] || ! tinybox_executable "$TINYBOX_FOUND" || return 0
  done
  return 1
}

# Answers whether the interpreter that the file TINYBOX_FOUND names is there, if it names one.
tinybox_interpreted() {
  TINYBOX_WHY=bad_interpreter
  TINYBOX_HEAD=
  { IFS= read -r TINYBOX_HEAD <"$TINYBOX_FOUND"; } 2>/dev/null
  case $TINYBOX_HEAD in
    '#!'*)
      TINYBOX_HEAD=${TINYBOX_HEAD#'#!'}
      TINYBOX_HEAD=${TINYBOX_HEAD#"${TINYBOX_HEAD%%[! ]*}"}
      [ -x "${TINYBOX_HEAD%% *}" ]
      ;;
  esac
}
