#!/bin/sh
# Creates the roles and the database of Rhythmdesk at the first start of PostgreSQL.
set -eu
psql --username "${POSTGRES_USER:-postgres}" --dbname postgres --set ON_ERROR_STOP=1 \
  --set owner="$OWNER_PASSWORD" --set app="$APP_PASSWORD" <<'SQL'
create role rhythmdesk_owner login password :'owner';
create role rhythmdesk_app login password :'app';
create database rhythmdesk owner rhythmdesk_owner encoding 'UTF8' locale 'C.UTF-8' template template0;
SQL
