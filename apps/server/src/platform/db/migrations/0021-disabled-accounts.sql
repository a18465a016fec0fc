-- Who may log in no longer, without being forgotten: an import of the same table does not bring them back.
alter table accounts add column disabled boolean not null default false;
