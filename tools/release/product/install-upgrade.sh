# Contains the upgrade, the way back and the removal of install.sh.

# Stores what an interrupted upgrade needs to be continued.
mark_upgrade() {
  printf 'FROM=%s\nTO=%s\nBACKUP=%s\n' "$from" "$VERSION" "$backup" >"$root$prefix/upgrade.new"
  mv "$root$prefix/upgrade.new" "$root$prefix/upgrade"
}

# Remembers a version that may have changed the tables, until it is the one that runs; “rhythmdesk backup” asks it.
mark_tables() {
  grep -qsx "$1" "$root$prefix/tables" || printf '%s\n' "$1" >>"$root$prefix/tables"
}

# Backs up with the version that made the data, before the new one can change it.
back_up_first() {
  backup=$backups/before-$VERSION-$(date -u +%Y%m%dT%H%M%SZ)
  say "Backing up version $from to $backup …"
  old=$root$prefix/releases/$from/bin/rhythmdesk
  "$old" backup "$backup" && "$old" backup --verify "$backup" ||
    stop "The backup failed, so nothing was upgraded. Correct the cause, and run install.sh again."
}

# Returns to the version before, if the database still allows it.
return_to() {
  say "Starting version $1 again …"
  stop_programs
  use_release "$1"
  start_programs
  until_healthy
}

# Leaves the old version as it was if it does not stop: its data may not be used by two versions.
keep_running() {
  start_programs || true
  start_worker || true
  stop "Version $from does not stop, so nothing was upgraded and it continues. The backup stays in $backup. Read journalctl -u rhythmdesk, and run install.sh again."
}

give_up() {
  why
  if return_to "$from"; then
    start_worker
    rm -f "$root$prefix/upgrade"
    say "Version $from runs again, with everything that was stored. The backup stays in $backup."
    stop "The upgrade to $VERSION failed. Send the lines above to support; install.sh may be run again."
  fi
  why
  stop_programs
  # A repeated install.sh then continues, and does not ask the old version for a backup that it cannot make.
  use_release "$VERSION"
  cat >&2 <<TEXT
Not done: the upgrade to $VERSION failed, and version $from does not start either: the database was changed too far.
Nothing runs now. There are two ways:
  1. Correct what the log of $VERSION says, and run install.sh of $VERSION again.
  2. Return to $from with the data of the backup; what was stored after it is set aside, not deleted:
       ln -sfn releases/$from $prefix/current
       rhythmdesk restore --replace $backup
       rm $prefix/upgrade
       systemctl start rhythmdesk.service
TEXT
  exit 2
}

# Removes the versions that are neither used nor the one to return to.
remove_old() {
  printf '%s\n' "$from" >"$root$prefix/before"
  for folder in "$root$prefix"/releases/*; do
    case ${folder##*/} in
      "$VERSION" | "$from") ;;
      *) rm -rf "$folder" ;;
    esac
  done
}

upgrade() {
  from=$installed backup=
  if [ "$installed" = "$VERSION" ]; then
    # The new version may have changed the database, which the old one can then no longer back up.
    from=$(field FROM "$root$prefix/upgrade") backup=$(field BACKUP "$root$prefix/upgrade")
    say "Continuing the interrupted upgrade from $from to $VERSION …"
  else
    if has_systemd; then back_up_first; fi
    stop_programs || keep_running
    mark_upgrade
  fi
  say "Starting version $VERSION …"
  mark_tables "$VERSION"
  use_release "$VERSION"
  start_programs
  until_healthy || give_up
  start_worker
  rm -f "$root$prefix/tables"
  remove_old
  rm -f "$root$prefix/upgrade"
  say "Upgraded from $from to $VERSION. The backup made before is in ${backup:-no folder, because nothing ran}."
  show_end
}

go_back() {
  now=$(installed_version) from=
  if [ -e "$root$prefix/upgrade" ]; then
    from=$(field FROM "$root$prefix/upgrade")
  elif [ -e "$root$prefix/before" ]; then
    from=$(cat "$root$prefix/before")
  fi
  [ -n "$from" ] && [ "$from" != "$now" ] && [ -d "$root$prefix/releases/$from" ] || stop "There is no version to return to."
  mark_tables "$now"
  if return_to "$from"; then
    start_worker
    rm -f "$root$prefix/upgrade"
    say "Version $from runs again. “install.sh” of $now upgrades anew."
    return 0
  fi
  why
  say "Starting version $now again …"
  return_to "$now" && rm -f "$root$prefix/tables" || stop "Neither $from nor $now starts: read journalctl -u rhythmdesk."
  start_worker
  stop "The database was changed too far for $from, so $now runs again. To return, restore a backup that $from made (docs/operating.md, “Upgrades”)."
}

remove_all() {
  settings=$root/etc/rhythmdesk/rhythmdesk.env
  if [ -e "$settings" ] && [ -n "$purge" ]; then find_data; elif [ -e "$settings" ]; then data=$(setting DATA_DIR); fi
  if has_systemd; then
    systemctl disable --now rhythmdesk-backup.timer rhythmdesk-worker.service rhythmdesk.service 2>/dev/null || true
  fi
  for unit in $units; do rm -f "$root/etc/systemd/system/$unit"; done
  if has_systemd; then systemctl daemon-reload; fi
  rm -f "$root/usr/local/bin/rhythmdesk"
  rm -rf "$root$prefix"
  if [ -z "$purge" ]; then
    say "Rhythmdesk is removed. Data, settings and backups stay in $data, /etc/rhythmdesk and $backups; --purge removes them too."
    return 0
  fi
  rm -rf "$root$data" "$root/etc/rhythmdesk" "$root$backups"
  if [ -d "$root/var/lib/rhythmdesk" ]; then rmdir "$root/var/lib/rhythmdesk" 2>/dev/null || true; fi
  if has_user && [ "$(id -u)" = 0 ]; then userdel ${root:+--root "$root"} rhythmdesk; fi
  say "Rhythmdesk and all its data are removed."
}
