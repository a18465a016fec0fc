-- Texts of published forms with their translations, which translators are offered again. Published texts are public, so
-- the memory belongs to the whole deployment. pg_trgm is a trusted extension: the owner of a database may create it.
create extension if not exists pg_trgm;

create table translation_memory (
  id bigint generated always as identity primary key,
  source_lang text not null,
  target_lang text not null,
  source text not null check (length(source) between 1 and 2000),
  target text not null check (length(target) between 1 and 4000),
  used_on date not null default current_date
);
create unique index translation_memory_pairs on translation_memory (source_lang, target_lang, md5(source), md5(target));
create index translation_memory_sources on translation_memory using gin (source gin_trgm_ops);
create index translation_memory_by_age on translation_memory (used_on desc, id desc);

-- The live version whose translations the memory has. A table of its own, because a change of a row in `definitions` would
-- give the definition another version for the operators who edit it.
create table remembered_definitions (
  code_tag text primary key references definitions on delete cascade,
  version integer not null
);

grant select, insert, update, delete on translation_memory, remembered_definitions to sportello_server;
