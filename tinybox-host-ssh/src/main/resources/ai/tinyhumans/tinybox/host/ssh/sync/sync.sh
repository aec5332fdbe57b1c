# Usage: look DIRECTORY FINGERPRINT | prepare DIRECTORY TURN | send DIRECTORY TURN
#
# What a sync leaves beside the workspace:
#   .tinybox-fingerprint    what the tree is; removed before the first change, written with the last file
#   .tinybox-sync/paths     the files of the tree, for xargs -0
#   .tinybox-sync/contents  a line for each: its digest, and whether it is executable
#   .tinybox-sync/stat      a line for each as stat saw it right after it was written; none if there is no stat
#   .tinybox-sync/turn      a new word of each sync, by which another one notices that it was overtaken
#
# Ends with 69 if a program is missing (EX_UNAVAILABLE of sysexits.h), with 75 if it was overtaken (EX_TEMPFAIL), with 65
# (EX_DATAERR) if two entries of the tree are one here: then prepare has said which, as .tinybox-sync/alike spells it, and
# send the lines of .tinybox-sync/stat that are the same, each after its number and a colon.
step=$1 directory=$2 argument=$3
state=.tinybox-sync mark=.tinybox-fingerprint

for program in tar xargs mkdir mv rm rmdir cat; do
  command -v "$program" >/dev/null 2>&1 || { echo "$program" >&2; exit 69; }
done

# Inode, size, mode and both times: GNU and BusyBox spell it one way, BSD another. A content cannot change without its
# change of status being seen, whatever time its writer gives it.
see() {
  every() { { cat $state/paths && printf './%s\0' $state/paths $state/contents $mark; } | xargs -0 stat "$@"; }
  every -c '%i %s %f %y %z' 2>/dev/null || every -f '%i %z %p %Fm %Fc' 2>/dev/null
}

turn() { cat $state/turn 2>/dev/null || :; }

# Takes away what is there between two steps only.
forget() { rm -rf $state/gone $state/left $state/passed $state/alike $state/names; }

case $step in
look)
  cd -- "$directory" 2>/dev/null || { echo none; exit 0; }
  [ ! -h $state ] && [ -f $state/paths ] && [ -f $state/contents ] || { echo "none $(turn)"; exit 0; }
  verdict=doubted
  if [ -f $mark ] && [ -f $state/stat ] && see | cmp -s - $state/stat; then
    verdict=believed
    [ "$(cat $mark)" != "$argument" ] || verdict=same
  fi
  echo "$verdict $(turn)"
  [ $verdict = same ] || exec tar -cf - $state/paths $state/contents
  ;;
prepare)
  set -e
  mkdir -p -- "$directory"
  cd -- "$directory"
  [ ! -h $state ] || rm -f $state
  [ "$(turn)" = "$argument" ] || exit 75
  forget
  tar -xmf -
  # Whether names are one here is seen by making them, while nothing of the tree is touched yet. Inodes do not tell where a
  # file system gives each spelling one.
  mkdir $state/names
  (cd $state/names && xargs -0 sh -c 'for name; do
    mkdir -p "${name%/*}"
    mkdir "$name" 2>/dev/null || [ ! -d "$name" ] || { printf %s "$name"; exit 255; }
  done' sh) <$state/alike || { forget; exit 65; }
  rm -f $mark
  # A link in the way would lead what is removed and written next to another place.
  xargs -0 sh -c 'for path; do [ ! -h "$path" ] || rm -f -- "$path"; done' sh <$state/passed
  xargs -0 rm -f -- <$state/gone
  # A directory that still holds something the tree never had stays.
  xargs -0 rmdir -- <$state/left 2>/dev/null || :
  ;;
send)
  set -e
  cd -- "$directory"
  [ "$(turn)" = "$argument" ] || exit 75
  forget
  rm -f $state/stat
  tar -xmf -
  if see >$state/stat.new; then
    # Names that nobody thought alike may be one here all the same.
    if sort $state/stat.new | uniq -d | { read -r twice && { grep -nxFe "$twice" $state/stat.new || :; }; }; then
      rm -f $mark $state/stat.new
      exit 65
    fi
    mv $state/stat.new $state/stat
  else
    rm -f $state/stat.new
  fi
  ;;
esac
