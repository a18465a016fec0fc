-- Requests that an author recorded, with what the form must make of them.
create table form_tests (
  id uuid primary key default gen_random_uuid(),
  code_tag text not null references definitions on delete cascade,
  name text not null check (length(name) between 1 and 200),
  input jsonb not null,
  expected jsonb not null,
  recorded_by text not null,
  recorded_at timestamptz not null default clock_timestamp()
);
create index form_tests_by_definition on form_tests (code_tag, recorded_at);

grant select, insert, update, delete on form_tests to sportello_server;
