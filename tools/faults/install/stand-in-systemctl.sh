#!/bin/sh
# Stands in for systemctl in a root without a running systemd: it starts the ExecStart of the installed units as their
# user with their settings, restarts what fails, and stops what runs, unless /run/stand-in/unstoppable exists.
set -eu
state=/run/stand-in
mkdir -p "$state" /var/log

verb=$1 now='' names=''
shift
for word; do
  case $word in
    --now) now=yes ;;
    -* | NRestarts) ;;
    *) names="$names $word" ;;
  esac
done

alive() { [ -e "$state/$1" ] && kill -0 "$(cat "$state/$1")" 2>/dev/null; }

start() {
  file=/etc/systemd/system/$1
  [ -e "$file" ] || { echo "no unit $1" >&2; return 1; }
  case $1 in *.timer) return 0 ;; esac
  if grep -q '^Type=oneshot' "$file"; then /usr/lib/stand-in-run "$1"; return; fi
  if alive "$1.boss"; then return 0; fi
  rm -f "$state/$1.stop" "$state/$1.restarts"
  # The lock of install.sh stays with install.sh.
  setsid /usr/lib/stand-in-run "$1" </dev/null >>"/var/log/$1.log" 2>&1 9>&- &
  echo $! >"$state/$1.boss"
}

halt() {
  case $1 in *.timer) return 0 ;; esac
  alive "$1.boss" || return 0
  [ ! -e "$state/unstoppable" ] || { echo "$1 does not stop" >&2; exit 1; }
  touch "$state/$1.stop"
  if alive "$1.main"; then kill -TERM "$(cat "$state/$1.main")" || true; fi
  left=1200
  while alive "$1.boss"; do
    left=$((left - 1))
    [ "$left" -gt 0 ] || { echo "$1 does not stop" >&2; exit 1; }
    sleep 0.1
  done
}

case $verb in
  daemon-reload | reset-failed) ;;
  enable) for name in $names; do [ -z "$now" ] || start "$name"; done ;;
  disable) for name in $names; do [ -z "$now" ] || halt "$name"; done ;;
  start) for name in $names; do start "$name"; done ;;
  stop) for name in $names; do halt "$name"; done ;;
  show) for name in $names; do cat "$state/$name.restarts" 2>/dev/null || echo 0; done ;;
  is-active) for name in $names; do alive "$name.boss"; done ;;
  is-failed) exit 1 ;;
  *) echo "the stand-in does not know $verb" >&2; exit 1 ;;
esac
