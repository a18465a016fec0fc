#!/bin/sh
# Makes the database and its owner when PostgreSQL starts for the first time. The owner may create roles and is no
# superuser: the product refuses to work as one.
set -eu

psql --username postgres --set ON_ERROR_STOP=1 --set password="$DATABASE_PASSWORD" <<'SQL'
create role sportello login createrole password :'password';
create database sportello owner sportello;
SQL
