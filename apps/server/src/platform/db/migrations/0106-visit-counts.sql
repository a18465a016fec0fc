-- What happened in visits of a form, as counts by day. Nothing tells who the visitors were, nor joins two counts of a visit.
create table visit_counts (
  customer_code text not null references customers on delete cascade,
  day date not null,
  kind text not null,
  version integer not null,
  lang_code text not null,
  subject text not null,
  detail text not null,
  count bigint not null,
  primary key (customer_code, day, kind, version, lang_code, subject, detail)
);

-- The same counts by month, so that a year is read from a thirtieth of the rows. `day` is the first day of the month.
create table visit_months (like visit_counts including all);
alter table visit_months add foreign key (customer_code) references customers on delete cascade;

-- Texts that visitors typed, and hosts from which they came. `text` is set only once so many visits had it that it tells
-- nothing about a person; until then there is only its keyed hash.
create table visit_texts (
  customer_code text not null references customers on delete cascade,
  text_hash text not null,
  seen bigint not null,
  text text,
  seen_on date not null,
  primary key (customer_code, text_hash)
);

alter table visit_counts enable row level security;
alter table visit_counts force row level security;
alter table visit_months enable row level security;
alter table visit_months force row level security;
alter table visit_texts enable row level security;
alter table visit_texts force row level security;
create policy customer_wall on visit_counts using (customer_code = current_customer());
create policy operator_wall on visit_counts using ((select across_customers()::text) = 'true' or customer_code = any (reached_customers()));
create policy customer_wall on visit_months using (customer_code = current_customer());
create policy operator_wall on visit_months using ((select across_customers()::text) = 'true' or customer_code = any (reached_customers()));
create policy customer_wall on visit_texts using (customer_code = current_customer());
create policy operator_wall on visit_texts using ((select across_customers()::text) = 'true' or customer_code = any (reached_customers()));
grant select, insert, update, delete on visit_counts, visit_months, visit_texts to sportello_server;
