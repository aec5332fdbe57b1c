# What tinybox runs on the far side of ssh to reach the files below a directory. Usage: serve|read|write TOKEN DIRECTORY
# ARGUMENT..., each path as the last name and then the names of the directories above it, from the top.
#
#   serve   says its number and its start, then does what each line of its input says
#   read    says the size of a file, then the block whose number each line of its input tells
#   write   says the name of a new file beside the one to replace, and fills it with its input
# Everything said stands between TOKEN, line break, and TOKEN CODE, line break. CODE is 0, or 10 for what does not exist,
# 11 for another type or a link, anything else for what the text before it says.
#
# The working directory of a shell is its handle on a directory. It is entered by the name it has in the one before, and
# counts only if the kernel then says that it is at that very path, which no link is part of. An open file likewise.
TINYBOX_STEP=$1 TINYBOX_TOKEN=$2 TINYBOX_ROOT=$3
shift 3
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C CDPATH=''
export PATH LC_ALL
set +e

tinybox_closed() { # a name here
  [ -d "./$1" ] && [ ! -x "./$1" ]
}

tinybox_no_such() { # a name here
  [ ! -h "./$1" ] || exit 11
  # twice, since it may come and go
  if tinybox_closed "$1" && tinybox_closed "$1"; then
    echo "Permission denied"
    exit 13
  fi
  [ ! -e "./$1" ] || [ -d "./$1" ] || exit 11
  exit 10
}

# Answers whether this shell is in the directory of a path.
tinybox_at() {
  [ "$(readlink /proc/self/cwd; echo .)" = "$1$TINYBOX_LF." ]
}

# Enters directory after directory, making those that are missing if the first argument says so; sets TINYBOX_PATH.
tinybox_down() {
  TINYBOX_MAKE=$1
  shift
  TINYBOX_PATH=$(readlink /proc/self/cwd; echo .)
  TINYBOX_PATH=${TINYBOX_PATH%"$TINYBOX_LF".}
  TINYBOX_PATH=${TINYBOX_PATH%/}
  for TINYBOX_NEXT; do
    [ ! -h "./$TINYBOX_NEXT" ] || exit 11
    if [ "$TINYBOX_MAKE" = make ] && [ ! -d "./$TINYBOX_NEXT" ]; then
      [ ! -e "./$TINYBOX_NEXT" ] || exit 11
      # twice, since what was in the way may be gone by now
      mkdir "./$TINYBOX_NEXT" 2>/dev/null || [ -d "./$TINYBOX_NEXT" ] || mkdir "./$TINYBOX_NEXT" ||
        [ -d "./$TINYBOX_NEXT" ] || exit 13
    fi
    cd -P "./$TINYBOX_NEXT" 2>/dev/null || tinybox_no_such "$TINYBOX_NEXT"
    TINYBOX_PATH=$TINYBOX_PATH/$TINYBOX_NEXT
    [ "$TINYBOX_MAKE" != make ] || tinybox_at "$TINYBOX_PATH" || exit 11
  done
  [ $# = 0 ] || tinybox_at "$TINYBOX_PATH" || exit 11
}

# Answers whether descriptor 5 is the file of a name here.
tinybox_is_open() {
  [ "$(readlink /proc/self/fd/0 <&5; echo .)" = "$TINYBOX_PATH/$1$TINYBOX_LF." ]
}

# Opens a regular file here on descriptor 5. One that was replaced meanwhile is looked for again.
tinybox_reach() {
  TINYBOX_TRIES=0
  while [ "$TINYBOX_TRIES" -lt 20 ]; do
    TINYBOX_TRIES=$((TINYBOX_TRIES + 1))
    [ ! -h "./$1" ] || exit 11
    [ -e "./$1" ] || exit 10
    [ -f "./$1" ] || exit 11
    [ -r "./$1" ] || { echo "Permission denied"; exit 13; }
    if { command exec 5<"./$1"; } 2>/dev/null && tinybox_is_open "$1" && [ -f /proc/self/fd/5 ]; then
      return 0
    fi
  done
  exit 11
}

tinybox_stat() {
  TINYBOX_NAME=$1
  shift
  tinybox_down find "$@"
  stat -c '%f %s %Y' "./$TINYBOX_NAME" 2>/dev/null || tinybox_no_such "$TINYBOX_NAME"
}

tinybox_link() {
  TINYBOX_NAME=$1
  shift
  tinybox_down find "$@"
  [ -h "./$TINYBOX_NAME" ] || [ ! -e "./$TINYBOX_NAME" ] || exit 11
  readlink "./$TINYBOX_NAME" || tinybox_no_such "$TINYBOX_NAME"
}

# No name holds a slash, so one ends a name.
tinybox_list() {
  tinybox_down find "$@"
  [ -r . ] || { echo "Permission denied"; exit 13; }
  find . ! -name . -prune -exec stat -c '%f %s %Y %n/' {} + 2>/dev/null
  exit 0
}

tinybox_mkdir() {
  tinybox_down make "$@" 2>&1
}

tinybox_remove() {
  TINYBOX_NAME=$1
  shift
  tinybox_down find "$@"
  if [ -d "./$TINYBOX_NAME" ] && [ ! -h "./$TINYBOX_NAME" ]; then
    tinybox_clear "$TINYBOX_NAME" 2>&1
  elif [ -e "./$TINYBOX_NAME" ] || [ -h "./$TINYBOX_NAME" ]; then
    rm -f "./$TINYBOX_NAME" 2>&1
  else
    exit 10
  fi
  [ ! -e "./$TINYBOX_NAME" ] && [ ! -h "./$TINYBOX_NAME" ] || exit 13
}

# Removes a directory here with all it holds, each directory from within.
tinybox_clear() {
  (
    { [ -r "./$1" ] && [ -w "./$1" ] && [ -x "./$1" ]; } || chmod u+rwx "./$1"
    cd -P "./$1" && tinybox_at "$TINYBOX_PATH/$1" || exit 1
    TINYBOX_PATH=$TINYBOX_PATH/$1
    find . ! -name . -prune ! -type d -exec rm -f {} +
    for TINYBOX_BELOW in ./* ./.[!.]* ./..?*; do
      [ ! -d "$TINYBOX_BELOW" ] || [ -h "$TINYBOX_BELOW" ] || tinybox_clear "${TINYBOX_BELOW#./}"
    done
  )
  rmdir "./$1"
}

# Puts a staged file in the place of another, with its permissions, or with those a new file has.
tinybox_publish() {
  TINYBOX_STAGED=$1 TINYBOX_NAME=$2
  shift 2
  tinybox_down find "$@"
  tinybox_reach "$TINYBOX_STAGED"
  if [ -f "./$TINYBOX_NAME" ] && [ ! -h "./$TINYBOX_NAME" ]; then
    TINYBOX_MODE=$(stat -c %a "./$TINYBOX_NAME")
  else
    TINYBOX_MODE=$(printf %o $((0666 & ~$(umask))))
  fi
  [ ! -d "./$TINYBOX_NAME" ] || [ -h "./$TINYBOX_NAME" ] || exit 11
  chmod "$TINYBOX_MODE" /proc/self/fd/0 <&5 2>&1 || exit 13
  mv -f -T "./$TINYBOX_STAGED" "./$TINYBOX_NAME" 2>&1 || exit 13
  sync . 2>/dev/null
  exit 0
}

tinybox_discard() {
  TINYBOX_STAGED=$1
  shift 2
  tinybox_down find "$@"
  rm -f "./$TINYBOX_STAGED" 2>&1
}

# Removes staged files here whose makers are dead; their names say who that was.
tinybox_sweep() {
  for TINYBOX_OLD in ./.tinybox-*.tmp; do
    TINYBOX_REST=${TINYBOX_OLD#./.tinybox-}
    TINYBOX_REST=${TINYBOX_REST%.tmp}
    TINYBOX_PID=${TINYBOX_REST%%-*}
    TINYBOX_REST=${TINYBOX_REST#*-}
    TINYBOX_SINCE=${TINYBOX_REST%%-*}
    TINYBOX_REST=${TINYBOX_REST#*-}
    case $TINYBOX_PID/$TINYBOX_SINCE in *[!0-9/]* | /* | */) continue ;; esac
    case $TINYBOX_REST in
      ????????-????-????-????-????????????) ;;
      *) continue ;;
    esac
    tinybox_start "$TINYBOX_PID"
    [ "$TINYBOX_START" = "$TINYBOX_SINCE" ] || rm -f "$TINYBOX_OLD"
  done 2>/dev/null
}

tinybox_do() {
  echo "$TINYBOX_TOKEN"
  ("tinybox_$@")
  echo "$TINYBOX_TOKEN $?"
}

tinybox_serve() {
  tinybox_start $$
  echo "$$ $TINYBOX_START"
  echo "$TINYBOX_TOKEN 0"
  trap - EXIT
  while IFS= read -r TINYBOX_LINE; do
    eval "$TINYBOX_LINE"
  done
}

tinybox_read() {
  TINYBOX_NAME=$1
  shift
  tinybox_down find "$@"
  tinybox_reach "$TINYBOX_NAME"
  stat -L -c %s /proc/self/fd/0 <&5 2>&1 || exit 13
  echo "$TINYBOX_TOKEN 0"
  trap - EXIT
  while IFS= read -r TINYBOX_BLOCK; do
    echo "$TINYBOX_TOKEN"
    dd if=/proc/self/fd/0 bs=262144 skip="$TINYBOX_BLOCK" count=1 <&5 2>/dev/null
    echo "$TINYBOX_TOKEN $?"
  done
}

tinybox_write() {
  TINYBOX_STAGED=$1 TINYBOX_NAME=$2
  shift 2
  tinybox_down make "$@" 2>&1
  [ -h "./$TINYBOX_NAME" ] || [ ! -e "./$TINYBOX_NAME" ] || [ -f "./$TINYBOX_NAME" ] || exit 11
  tinybox_sweep
  umask 077
  set -C
  exec 5>"./$TINYBOX_STAGED"
  tinybox_is_open "$TINYBOX_STAGED" || exit 11
  echo "$TINYBOX_TOKEN 0"
  trap - EXIT
  set +C
  TINYBOX_SAID=$(cat 2>&1 >&5 && dd of=/proc/self/fd/3 conv=notrunc,fsync </dev/null 3>&5 2>/dev/null)
  TINYBOX_CODE=$?
  echo "$TINYBOX_TOKEN"
  echo "$TINYBOX_SAID"
  echo "$TINYBOX_TOKEN $TINYBOX_CODE"
}

echo "$TINYBOX_TOKEN"
trap 'TINYBOX_CODE=$?; kill -KILL $TINYBOX_WATCH 2>/dev/null; echo "$TINYBOX_TOKEN $TINYBOX_CODE"' EXIT
for TINYBOX_TOOL in cat chmod dd find mkdir mv readlink rm rmdir stat sync; do
  command -v "$TINYBOX_TOOL" >/dev/null || { echo "$TINYBOX_TOOL"; exit 20; }
done
cd -P "$TINYBOX_ROOT" 2>/dev/null || {
  [ -e "$TINYBOX_ROOT" ] || exit 10
  [ -d "$TINYBOX_ROOT" ] || exit 11
  echo "Permission denied"
  exit 13
}
(tinybox_until_lost; kill -KILL -$$) </dev/null >/dev/null 2>&1 &
TINYBOX_WATCH=$!
"tinybox_$TINYBOX_STEP" "$@"
kill -KILL $TINYBOX_WATCH 2>/dev/null
