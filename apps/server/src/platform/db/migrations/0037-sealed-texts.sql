-- What people have sent is sealed where it is kept (docs/decisions/0035-sealed-texts.md): a sealed text begins with "sealed1.", and stands in its old
-- column, in jsonb as a string.

-- By keyed hashes somebody's requests are found without being read: rows of their own, since of an array's operators none sees past row security.
create table tax_codes (
  customer_code text not null,
  request_id uuid not null,
  code_hash bytea not null,
  primary key (customer_code, request_id, code_hash),
  foreign key (customer_code, request_id) references requests on delete cascade
);
create index tax_codes_by_hash on tax_codes (code_hash);

alter table tax_codes enable row level security;
alter table tax_codes force row level security;
create policy customer_wall on tax_codes using (customer_code = current_customer() or across_customers());
create policy operator_wall on tax_codes using (customer_code = any (reached_customers()));
grant select, insert, delete on tax_codes to sportello_server;

-- To hold a key until what it seals is written asks for the right to change something of it.
grant update (created_at) on customer_keys to sportello_server;

-- What still lies open, for who seals it.
create index answers_open on answers (customer_code, request_id) where jsonb_typeof(form_fields) = 'object';
create index requests_open on requests (customer_code, id) where summary_html is not null and not starts_with(summary_html, 'sealed1.');
create index mails_open on mails (customer_code, id) where text_body is not null and not starts_with(text_body, 'sealed1.');
create index deliveries_open on deliveries (customer_code, id)
  where substr(body, 1, 8) <> 'sealed1.'::bytea or (last_answer is not null and not starts_with(last_answer, 'sealed1.'));

-- Where there are forms already, servers of the version before may run beside this one, and could not read what is sealed: an operator turns
-- it on once they are gone.
do $$
declare before text := coalesce(current_setting('sportello.across_customers', true), '');
begin
  perform set_config('sportello.across_customers', 'on', true);
  insert into settings (code, value) select 'seal_answers', 'false' where exists (select from customers) on conflict do nothing;
  perform set_config('sportello.across_customers', before, true);
end $$;
