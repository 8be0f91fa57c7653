#!/bin/sh
# Runs the ExecStart of a unit as systemd would: its user, its settings, again after a failure.
set -eu
unit=$1 state=/run/stand-in
file=/etc/systemd/system/$unit
field() { sed -n "s/^$1=//p" "$file"; }
user=$(field User) folder=$(field WorkingDirectory) command=$(field ExecStart)
settings=$(field EnvironmentFile)

restarts=0
while :; do
  cd "$folder"
  # shellcheck disable=SC2046,SC2086
  setpriv --reuid="$user" --regid="$user" --init-groups --no-new-privs -- \
    env -i PATH=/usr/local/bin:/usr/bin:/bin $(field Environment) \
    $([ -z "$settings" ] || grep -E '^[A-Z_0-9]+=' "$settings") $command &
  main=$!
  echo "$main" >"$state/$unit.main"
  if wait "$main"; then code=0; else code=$?; fi
  rm -f "$state/$unit.main"
  if [ -e "$state/$unit.stop" ] || [ "$code" = 0 ] || grep -q '^Type=oneshot' "$file"; then exit "$code"; fi
  restarts=$((restarts + 1))
  echo "$restarts" >"$state/$unit.restarts"
  sleep 1
done
