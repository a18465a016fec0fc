-- How often visitors left a form unsent at a step, by day. Nothing of who they were.
create table abandonments (
  customer_code text not null references customers on delete cascade,
  code_tag text not null,
  day date not null default current_date,
  count integer not null default 1,
  primary key (customer_code, code_tag, day)
);

alter table abandonments enable row level security;
alter table abandonments force row level security;
create policy customer_wall on abandonments using (customer_code = current_customer() or across_customers());
grant select, insert, update, delete on abandonments to sportello_server;
