-- Large published definitions in the form in which servers serve them (docs/decisions/0079-compiled-definitions.md). Each row
-- can be made again from the definition at any time. `compiler` names the program that made it: during an upgrade, the
-- servers of both releases find rows of their own.
create table compiled_definitions (
  code_tag text not null,
  version integer not null,
  compiler text not null,
  content bytea not null,
  search bytea not null,
  compiled_at timestamptz not null default now(),
  primary key (code_tag, version, compiler),
  foreign key (code_tag, version) references definition_versions on delete cascade
);
-- Both are already compressed.
alter table compiled_definitions alter column content set storage external, alter column search set storage external;
grant select, insert, delete on compiled_definitions to sportello_server;
