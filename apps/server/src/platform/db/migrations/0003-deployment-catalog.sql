-- What all customers of a deployment share.
create table settings (
  code text primary key,
  value text not null,
  updated_at timestamptz not null default now()
);

create table mail_templates (
  name text not null,
  lang_code text not null check (lang_code ~ '^[a-z]{2}$'),
  subject text not null,
  html text not null,
  primary key (name, lang_code)
);

create table assets (
  kind text not null check (kind in ('logo', 'favicon', 'background', 'custom_loc_strings')),
  name text not null,
  media_type text not null,
  content bytea not null,
  content_hash text not null,
  primary key (kind, name)
);

create index assets_by_hash on assets (content_hash);

create table integrations (
  service text primary key,
  document jsonb not null
);

-- One row; every change of what is served from memory moves it on, so that a process that missed the notice finds out by looking.
create table catalog_revision (
  only_row boolean primary key default true check (only_row),
  revision bigint not null default 0
);

insert into catalog_revision default values;

create function catalog_changed() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update catalog_revision set revision = revision + 1;
  perform pg_notify('catalog_changed', '');
  return null;
end $$;

create trigger catalog_changed after insert or update or delete on definitions for each statement execute function catalog_changed();
create trigger catalog_changed after insert or update or delete on customers for each statement execute function catalog_changed();
create trigger catalog_changed after insert or update or delete on settings for each statement execute function catalog_changed();
create trigger catalog_changed after insert or update or delete on mail_templates for each statement execute function catalog_changed();
create trigger catalog_changed after insert or update or delete on assets for each statement execute function catalog_changed();
create trigger catalog_changed after insert or update or delete on integrations for each statement execute function catalog_changed();
