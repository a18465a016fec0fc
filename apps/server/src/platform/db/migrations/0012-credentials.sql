-- What a partner's system proves itself with, for one form (mode B2B). Only the hash is kept.
create table credentials (
  customer_code text not null references customers on delete cascade,
  id uuid not null default uuidv7(),
  credential_hash bytea not null,
  description text not null default '',
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (customer_code, id),
  unique (customer_code, credential_hash)
);

alter table credentials enable row level security;
alter table credentials force row level security;
create policy customer_wall on credentials using (customer_code = current_customer() or across_customers());
grant select, insert, update, delete on credentials to sportello_server;
