# Fills the workspace of a box with a repository. Arguments: directory, address, revision or nothing. Ends with 3 if there is
# no git, with 4 if the revision is not there. User and password come in the environment and go to git by a helper that is
# part of its configuration there: neither has them on a command line, or leaves them in a file.
command -v git >/dev/null || exit 3
cd "$1" || exit 1
if [ -n "${TINYBOX_GIT_USER+given}" ]; then
  # the user is configured as well, for helpers that the image has
  export GIT_CONFIG_COUNT=2 GIT_CONFIG_KEY_0=credential.helper
  export GIT_CONFIG_KEY_1=credential.username GIT_CONFIG_VALUE_1="$TINYBOX_GIT_USER"
  # shellcheck disable=SC2016 # the helper's shell expands it
  export GIT_CONFIG_VALUE_0='!f() { echo "username=$TINYBOX_GIT_USER"; echo "password=$TINYBOX_GIT_PASSWORD"; }; f'
fi
export GIT_TERMINAL_PROMPT=0
git clone --quiet -- "$2" . || exit 1
[ -z "$3" ] || git checkout --quiet "$3" -- 2>/dev/null || {
  git fetch --quiet origin "$3" && git checkout --quiet --detach FETCH_HEAD
} || exit 4
