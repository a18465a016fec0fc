-- A customer's keys, themselves sealed with the deployment's secret. Each file is sealed with one of them: a key that is deleted takes
-- every file of its customer with it, in the store and in every copy of it.
create table customer_keys (
  customer_code text not null references customers on delete cascade,
  id uuid not null default uuidv7(),
  sealed_key bytea not null,
  created_at timestamptz not null default now(),
  primary key (customer_code, id)
);

alter table customer_keys enable row level security;
alter table customer_keys force row level security;
create policy customer_wall on customer_keys using (customer_code = current_customer() or across_customers());
create policy operator_wall on customer_keys using (customer_code = any (reached_customers()));
grant select, insert, delete on customer_keys to sportello_server;

-- The key that a file is sealed with; null: it came before there were any, and lies open. Not a foreign key: the key may go, the row stays.
alter table attachments add column key_id uuid;
-- When a scanner found nothing in it the last time, and what one has found since.
alter table attachments add column scanned_at timestamptz;
alter table attachments add column malware text;
create index attachments_with_malware on attachments (customer_code) where malware is not null;
