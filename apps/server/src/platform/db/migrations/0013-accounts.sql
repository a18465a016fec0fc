-- Who may log in to a form by user name and password.
create table accounts (
  customer_code text not null references customers on delete cascade,
  id uuid not null default uuidv7(),
  username text not null,
  -- In lower case and NFKC: how the name is looked for, and unique.
  username_key text not null,
  password_hash text not null,
  -- Of the password that the last import brought: the same import again does not take back what the person has chosen since.
  imported_hash text not null,
  email text,
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Moves on with the password: what was sealed or opened before is good no more.
  sessions_invalidated_at timestamptz not null default now(),
  primary key (customer_code, id),
  unique (customer_code, username_key)
);

create index sessions_by_person on sessions (customer_code, person) where person is not null;

-- Tokens, by a hash that is keyed with the deployment's secret: short ones cannot be guessed from a copy of the table.
create table tokens (
  customer_code text not null references customers on delete cascade,
  id uuid not null default uuidv7(),
  token_hash bytea not null,
  fields jsonb not null default '{}',
  metadata jsonb not null default '{}',
  single_use boolean not null default false,
  wrong_tries integer not null default 0,
  used_at timestamptz,
  burned_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (customer_code, id),
  unique (customer_code, token_hash)
);

-- Somebody asked for a new password. Whether there is such an account is found out by a job, where nobody can measure it.
create table recovery_wishes (
  customer_code text not null references customers on delete cascade,
  id uuid not null default uuidv7(),
  username_key text not null,
  email text,
  lang_code text not null,
  created_at timestamptz not null default now(),
  primary key (customer_code, id)
);

-- Codes of mailed recovery links. Only the hash is kept; the database's clock judges.
create table recovery_codes (
  customer_code text not null,
  id uuid not null,
  account_id uuid not null,
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (customer_code, id),
  unique (customer_code, code_hash),
  foreign key (customer_code, account_id) references accounts on delete cascade
);

create index recovery_codes_by_account on recovery_codes (customer_code, account_id, created_at);

-- Tries that failed, by keyed hashes of the name that was typed and of the network address: a password typed as a name is not kept.
create table failed_logins (
  customer_code text not null references customers on delete cascade,
  id uuid not null default uuidv7(),
  kind text not null check (kind in ('login', 'recovery')),
  account_key bytea,
  address_key bytea not null,
  failed_at timestamptz not null default clock_timestamp(),
  primary key (customer_code, id)
);

create index failed_logins_by_account on failed_logins (customer_code, kind, account_key, failed_at desc) where account_key is not null;
create index failed_logins_by_address on failed_logins (customer_code, kind, address_key, failed_at desc);

alter table mails drop constraint mails_kind_check, add constraint mails_kind_check check (kind in ('validation', 'success', 'recovery'));
alter table mails add column recovery_id uuid;

do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['accounts', 'tokens', 'recovery_wishes', 'recovery_codes', 'failed_logins'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format('create policy customer_wall on %I using (customer_code = current_customer() or across_customers())', tenant_table);
    execute format('grant select, insert, update, delete on %I to sportello_server', tenant_table);
  end loop;
end $$;
