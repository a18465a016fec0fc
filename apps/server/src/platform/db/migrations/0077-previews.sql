-- Previews of drafts: the visitors' pages at an unguessable address. The token is stored as its hash, as those of sessions and links are.
-- No row belongs to a customer: `options` names the form whose look the preview has, and the pretended visitor's data, which an author has typed.
create table previews (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  code_tag text not null references definitions on delete cascade,
  username text not null,
  options jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index previews_by_author on previews (code_tag, username, created_at);
create index previews_by_expiry on previews (expires_at);

grant select, insert, update, delete on previews to sportello_server;
