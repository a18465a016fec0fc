-- Visitors finish a form in the version in which they began it, unless the author marks a later version as urgent.
alter table definition_versions add column urgent boolean not null default false;
alter table publications add column urgent boolean not null default false;
