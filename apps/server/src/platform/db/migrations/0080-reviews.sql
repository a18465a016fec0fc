-- Links by which reviewers see and comment on a draft without a sign-in, and the comments on its steps. As with previews, no row belongs to a customer, and the
-- token is stored as its hash.
create table review_links (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  code_tag text not null references definitions on delete cascade,
  label text not null,
  username text not null,
  options jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index review_links_by_definition on review_links (code_tag, created_at);
create index review_links_by_expiry on review_links (expires_at);

-- Comments by operators (`username`) and by reviewers (`author`, the name that they typed, and `key_hash` of their browser's key). `link_id` is that of the link
-- whose reviewers see the comment; there is no foreign key, because comments stay when the link ends, and backups contain no links.
create table step_comments (
  id uuid primary key default gen_random_uuid(),
  code_tag text not null references definitions on delete cascade,
  step_id text not null check (length(step_id) between 1 and 80),
  step_title text not null,
  reply_to uuid references step_comments on delete cascade,
  link_id uuid,
  label text,
  author text,
  username text,
  key_hash bytea,
  text text not null,
  created_at timestamptz not null default clock_timestamp(),
  resolved_at timestamptz,
  resolved_by text,
  check ((username is null) = (author is not null and key_hash is not null and link_id is not null and label is not null))
);
create index step_comments_by_definition on step_comments (code_tag, created_at);
create index step_comments_by_link on step_comments (link_id, created_at);
create index step_comments_by_answered on step_comments (reply_to) where reply_to is not null;

grant select, insert, update, delete on review_links, step_comments to sportello_server;
