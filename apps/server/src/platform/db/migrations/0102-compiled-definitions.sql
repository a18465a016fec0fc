-- Large published definitions in the form in which servers serve them (docs/decisions/0079-compiled-definitions.md). Each row
-- can be made again from the definition at any time. `compiler` names the program that made it: during an upgrade, the
-- servers of both releases find rows of their own.
create table compiled_definitions (
  code_tag text not null,
  version integer not null,
  compiler text not null,
  content bytea not null,
  compiled_at timestamptz not null default now(),
  primary key (code_tag, version, compiler),
  foreign key (code_tag, version) references definition_versions on delete cascade
);
-- The content is already compressed.
alter table compiled_definitions alter column content set storage external;
create index compiled_definitions_by_age on compiled_definitions (compiled_at);
grant select, insert, delete on compiled_definitions to sportello_server;
