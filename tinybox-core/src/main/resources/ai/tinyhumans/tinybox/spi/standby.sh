# What waits inside a box for a command to supervise; docs/supervisor.md is the protocol. Its argument is the supervisor.
TINYBOX_SUPERVISOR=$1
echo && IFS= read -r TINYBOX_REQUEST && echo && IFS= read -r TINYBOX_REQUEST || exit 0
eval "$TINYBOX_REQUEST"
exec sh -c "$TINYBOX_SUPERVISOR" tinybox "$@"
