# What tinybox runs beside an ssh client to forward a port through it. Usage: TARGET PORT CANDIDATES SSH ARGUMENT...
# Says 'ready CANDIDATE' once ssh listens on that port of the loopback address, and ends with ssh. A connection of its own
# and no configuration for the request: so nothing else is forwarded, and all that is forwarded ends with it.
TINYBOX_TARGET=$1 TINYBOX_PORT=$2 TINYBOX_CANDIDATES=$3
shift 3
TINYBOX_PLACE=$(mktemp -d) || exit 1
TINYBOX_SSH=
trap 'kill $TINYBOX_SSH 2>/dev/null; wait $TINYBOX_SSH; rm -rf "$TINYBOX_PLACE"' EXIT
trap 'exit 1' HUP INT TERM

"$@" -o ControlMaster=yes -o "ControlPath=$TINYBOX_PLACE/s" -N -- "$TINYBOX_TARGET" >/dev/null &
TINYBOX_SSH=$!
until [ -S "$TINYBOX_PLACE/s" ]; do
  kill -0 $TINYBOX_SSH 2>/dev/null || exit 1
  sleep 0.05
done
TINYBOX_BOUND=
for TINYBOX_CANDIDATE in $TINYBOX_CANDIDATES; do
  if "$1" -F none -S "$TINYBOX_PLACE/s" -O forward \
    -L "127.0.0.1:$TINYBOX_CANDIDATE:127.0.0.1:$TINYBOX_PORT" -- "$TINYBOX_TARGET"; then
    TINYBOX_BOUND=$TINYBOX_CANDIDATE
    break
  fi
done
[ -n "$TINYBOX_BOUND" ] || exit 1
echo "ready $TINYBOX_BOUND"
wait $TINYBOX_SSH
