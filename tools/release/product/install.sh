#!/bin/sh
# Installs this release beside the others, or upgrades an installation to it, or removes the installation.
#
#   ./install.sh [--worker] [--port N] [--prefix DIR] [--data DIR] [--backups DIR]   installs or upgrades
#   ./install.sh --back                                                            returns to the version before
#   ./install.sh --remove [--purge]                                                removes it; data stays without --purge
#
# With --root DIR it writes into the root of another system (an image) and starts nothing. It needs no network, and may
# be repeated at any time: an interrupted run is continued by the next one.
set -eu
umask 022

here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
. "$here/install-steps.sh"
. "$here/install-upgrade.sh"

prefix=/opt/rhythmdesk data=/var/lib/rhythmdesk/data backups=/var/backups/rhythmdesk
root= port=8080 worker= purge= action=install
patience=${RHYTHMDESK_PATIENCE:-1800}

while [ $# -gt 0 ]; do
  case $1 in
    --worker) worker=yes ;;
    --back) action=back ;;
    --remove) action=remove ;;
    --purge) purge=yes ;;
    --prefix | --data | --backups | --root | --port)
      [ $# -gt 1 ] || stop "$1 needs a value."
      value=$2
      case $1 in
        --prefix) prefix=$value ;;
        --data) data=$value ;;
        --backups) backups=$value ;;
        --root) root=${value%/} ;;
        --port) port=$value ;;
      esac
      shift
      ;;
    *) sed -n '2,/^set /s/^# \{0,1\}//p' "$0" >&2; exit 1 ;;
  esac
  shift
done
for place in "$prefix" "$data" "$backups" "${root:-/}"; do
  case $place in
    /*) ;;
    *) stop "$place is not an absolute path." ;;
  esac
  case $place in
    *[!A-Za-z0-9/._-]*) stop "The path $place has characters that units and settings cannot contain." ;;
  esac
done
case $port in
  '' | *[!0-9]*) stop "--port needs a number." ;;
esac

[ "$(id -u)" = 0 ] || [ -n "$root" ] || stop "Run this as root: it makes a user, folders and units."
[ "$action" != remove ] || { remove_all; exit 0; }
check_release
mkdir -p "$root$prefix/releases"
exec 9>"$root$prefix/.installing"
flock -n 9 || stop "Another install.sh is running."
[ "$action" != back ] || { go_back; exit 0; }

installed=$(installed_version)
check_step "$installed"
copy_release
make_places
if [ -z "$installed" ] || { [ "$installed" = "$VERSION" ] && [ ! -e "$root$prefix/upgrade" ]; }; then
  first_install
else
  upgrade
fi
