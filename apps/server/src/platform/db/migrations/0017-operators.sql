-- Who operates the deployment. `customers`: the forms that the operator reaches; null where all.
create table operators (
  username text primary key,
  email text not null default '',
  name text not null default '',
  surname text not null default '',
  role text not null check (role in ('viewer', 'operator', 'owner')),
  customers text[],
  password_hash text,
  -- Of the authenticator (RFC 6238), sealed with the deployment's key; without `totp_confirmed_at` it was never shown to work.
  totp_secret bytea,
  totp_confirmed_at timestamptz,
  -- The step of the last code that was taken: none counts twice.
  totp_step bigint not null default 0,
  disabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The one that `cli admin link` speaks for.
insert into operators (username, role) values ('operator', 'owner');

delete from operator_sessions where username <> 'operator';
alter table operator_sessions add foreign key (username) references operators on update cascade on delete cascade;
create index operator_sessions_by_operator on operator_sessions (username);

create table operator_failed_sign_ins (
  id uuid primary key default uuidv7(),
  account_key bytea not null,
  address_key bytea not null,
  failed_at timestamptz not null default now()
);

create index operator_failed_sign_ins_by_account on operator_failed_sign_ins (account_key, failed_at);
create index operator_failed_sign_ins_by_address on operator_failed_sign_ins (address_key, failed_at);

grant select, insert, update, delete on operators, operator_failed_sign_ins to sportello_server;

-- Every change: who, when, before and after. Written with the change, in its transaction; nobody edits it.
create table audit_lines (
  -- Empty where it is about what all customers share.
  customer_code text not null,
  id uuid not null default uuidv7(),
  logged_at timestamptz not null default now(),
  operator text not null,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  primary key (customer_code, id)
);

create index audit_lines_by_time on audit_lines (id desc);
grant select, insert on audit_lines to sportello_server;

alter table audit_lines enable row level security;
alter table audit_lines force row level security;
create policy customer_wall on audit_lines using (customer_code = current_customer() or across_customers());

-- An operator of some customers sees theirs: the wall holds here too.
create function reached_customers() returns text[] language sql stable as
  $$ select string_to_array(nullif(current_setting('sportello.reached_customers', true), ''), ',') $$;

do $$
declare tenant_table text;
begin
  for tenant_table in
    select c.table_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'customer_code' and t.table_type = 'BASE TABLE'
  loop
    execute format('create policy operator_wall on %I using (customer_code = any (reached_customers()))', tenant_table);
  end loop;
end $$;
