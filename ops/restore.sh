#!/bin/sh
# Puts a backup (pg_dump --format=custom) in the place of the database that DATABASE_URL names:
#
#   DATABASE_URL=postgres://lotse@127.0.0.1/lotse ops/restore.sh lotse.dump
#
# It is restored whole into an empty database and swapped in at once; until then nothing changes. What was there
# before is kept beside it. Stop every process of Lotse first. The role of the address has to own the database and
# may have to create some (CREATEDB); behind a pooler, give the address of PostgreSQL itself.
set -eu

fail() { printf '%s\n' "$*" >&2; exit 1; }
[ $# -eq 1 ] && [ -r "$1" ] || fail 'usage: DATABASE_URL=postgres://... ops/restore.sh FILE'
[ -n "${DATABASE_URL:-}" ] || fail 'DATABASE_URL is not set'
dump=$1

address=${DATABASE_URL%%\?*}
options=${DATABASE_URL#"$address"}
name=${address##*/}
at() { printf '%s/%s%s' "${address%/*}" "$1" "$options"; }
case $name in '' | *[!A-Za-z0-9_-]*) fail "cannot read the name of the database in DATABASE_URL: '$name'" ;; esac
fresh=${name}_restoring
kept=${name}_before_$(date -u +%Y%m%d%H%M%S)

# Statements come from stdin, where psql puts variables in, quoted.
ask() { psql --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 \
  --set=name="$name" --set=fresh="$fresh" --set=kept="$kept" "$(at "$1")"; }

pg_restore --list "$dump" >/dev/null || fail "$dump is no backup made by pg_dump --format=custom"
open=$(echo "SELECT count(*) FROM pg_stat_activity WHERE datname = :'name'" | ask postgres)
[ "$open" -eq 0 ] || fail "$open connections to $name are open: stop every process of Lotse, and try again"

trap 'echo "DROP DATABASE IF EXISTS :\"fresh\" WITH (FORCE)" | ask postgres' EXIT
ask postgres <<'SQL'
DROP DATABASE IF EXISTS :"fresh" WITH (FORCE);
SELECT format('CREATE DATABASE %I TEMPLATE template0', :'fresh') || COALESCE((SELECT format(
    ' OWNER %I ENCODING %L LC_COLLATE %L LC_CTYPE %L', pg_get_userbyid(datdba), pg_encoding_to_char(encoding),
    datcollate, datctype) FROM pg_database WHERE datname = :'name'), '')
\gexec
SQL
pg_restore --exit-on-error --single-transaction --dbname="$(at "$fresh")" "$dump" ||
  fail "The backup could not be restored; $name is as it was"
migrations=$(echo 'SELECT count(*) FROM kysely_migration' | ask "$fresh") || migrations=0
[ "$migrations" -gt 0 ] || fail "$dump is no backup of Lotse; $name is as it was"

ask postgres <<'SQL' || fail "The databases could not be swapped; $name is as it was"
BEGIN;
SELECT format('ALTER DATABASE %I RENAME TO %I', :'name', :'kept') FROM pg_database WHERE datname = :'name'
\gexec
ALTER DATABASE :"fresh" RENAME TO :"name";
COMMIT;
SQL
echo "Restored. The database that was there before is kept as $kept; drop it once you need it no more."
