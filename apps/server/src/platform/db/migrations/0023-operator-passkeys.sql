-- What an operator's authenticator knows the operator by (Web Authentication, 5.4.3): it tells nothing of the person, and never changes.
alter table operators add column user_handle uuid not null unique default gen_random_uuid();

-- Passkeys of operators. Nothing of it is secret: a copy of the table lets nobody in.
create table operator_passkeys (
  id uuid primary key default uuidv7(),
  username text not null references operators on update cascade on delete cascade,
  name text not null,
  credential_id bytea not null unique,
  -- In COSE, as the authenticator gave it.
  public_key bytea not null,
  -- Uses that the authenticator has counted; one that does not count says 0 each time.
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  added_at timestamptz not null default now(),
  last_used_at timestamptz
);

create index operator_passkeys_by_operator on operator_passkeys (username);
grant select, insert, delete, update (counter, last_used_at) on operator_passkeys to sportello_server;

-- What was asked of a browser and has not come back: taken once, by deleting it. Only hashes are kept.
create table operator_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('passkey.add', 'passkey.use', 'provider')),
  -- Whom it was asked of; null where that is not known yet.
  username text references operators on update cascade on delete cascade,
  expires_at timestamptz not null,
  check ((username is not null) = (purpose = 'passkey.add'))
);

create index operator_challenges_by_end on operator_challenges (expires_at);
grant select, insert, delete on operator_challenges to sportello_server;
