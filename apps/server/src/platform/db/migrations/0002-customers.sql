-- A customer is a form setting; its code is the tenant key of everything that belongs to a visitor.
create table customers (
  customer_code text primary key check (customer_code ~ '^[A-Za-z0-9_-]{1,64}$'),
  id uuid not null unique default uuidv7(),
  description text not null,
  code_tag text not null references definitions deferrable initially deferred,
  client_url text not null,
  active boolean not null,
  params jsonb not null,
  logo_params jsonb not null,
  template_params jsonb not null,
  live_chat_params jsonb not null,
  survey_no_recompile boolean,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index customers_by_definition on customers (code_tag);

create table mappings (
  customer_code text not null references customers on delete cascade,
  id uuid not null default uuidv7(),
  client text not null check (client = lower(client)),
  sub_client text not null default '' check (sub_client = lower(sub_client)),
  sub_client2 text not null default '' check (sub_client2 = lower(sub_client2)),
  sub_client3 text not null default '' check (sub_client3 = lower(sub_client3)),
  created_at timestamptz not null default now(),
  primary key (customer_code, id),
  unique (client, sub_client, sub_client2, sub_client3)
);
