-- Forms as their authors wrote them. Deployment-wide: one definition can serve several customers.
create table definitions (
  code_tag text primary key check (code_tag ~ '^[A-Za-z0-9_-]{1,64}$'),
  draft jsonb,
  live_version integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table definition_versions (
  code_tag text not null references definitions,
  version integer not null check (version > 0),
  document jsonb not null,
  document_hash bytea not null,
  published_at timestamptz not null default now(),
  primary key (code_tag, version)
);

alter table definitions
  add foreign key (code_tag, live_version) references definition_versions (code_tag, version) deferrable initially deferred;

-- A request remembers the version that it was filled in on, so a version must stay what it was.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a published version of % is immutable', old.code_tag using hint = 'Publish a new version instead.';
end $$;

create trigger definition_versions_are_immutable before update or delete on definition_versions
  for each row execute function refuse_change();
