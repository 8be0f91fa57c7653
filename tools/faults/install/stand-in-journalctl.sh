#!/bin/sh
# Stands in for journalctl: it shows the last lines that a unit wrote.
tail -n 12 "/var/log/rhythmdesk.service.log"
