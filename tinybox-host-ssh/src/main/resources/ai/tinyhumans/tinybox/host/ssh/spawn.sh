# Becomes the program that program.sh prepares, which outlives this shell: the subshell ends that when it has become a child
# of nobody's.
(
  TINYBOX_INPUT=$(mktemp) && cat >"$TINYBOX_INPUT" && exec <"$TINYBOX_INPUT" && rm -f "$TINYBOX_INPUT" ||
    tinybox_refuse descriptors
  tinybox_prepare "$@"
  tinybox_interpreted || tinybox_refuse "$TINYBOX_WHY"
  tinybox_say_started
  shift 2
  exec >/dev/null 2>&1 8>&- 9>&-
  tinybox_open_late
  kill -KILL $$
  exec $TINYBOX_EXEC "$@"
)
