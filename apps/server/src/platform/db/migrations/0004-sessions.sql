-- One visitor's session on one form. Only the hash of its code is kept.
create table sessions (
  customer_code text not null references customers on delete cascade,
  code_hash bytea not null,
  auth_type text not null,
  person text,
  email text,
  known_data jsonb not null default '{}',
  mapping_id uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (customer_code, code_hash)
);

create index sessions_by_expiry on sessions (expires_at);
