-- Keyed hashes of the words of answers by which operators find requests (docs/decisions/0093-search-in-answers.md). No foreign key
-- leads to the requests, as for the desk (0107-desk.sql).
create table search_words (
  customer_code text not null references customers on delete cascade,
  request_id uuid not null,
  word_hash bytea not null,
  primary key (customer_code, word_hash, request_id)
);
-- For searches in all forms, and for the erasure of requests.
create index search_words_by_word on search_words (word_hash, request_id);
create index search_words_of_request on search_words (customer_code, request_id);

-- By which properties the requests of a form can be found. While `is_deleting`, words of other properties are still to be deleted.
-- While `before_id` is not null, the older requests are still to be indexed, from the newest on.
create table search_progress (
  customer_code text primary key references customers on delete cascade,
  properties jsonb not null,
  is_deleting boolean not null default true,
  before_id uuid
);

alter table search_words enable row level security;
alter table search_words force row level security;
alter table search_progress enable row level security;
alter table search_progress force row level security;
create policy customer_wall on search_words using (customer_code = current_customer());
create policy operator_wall on search_words using ((select across_customers()::text) = 'true' or customer_code = any (reached_customers()));
create policy customer_wall on search_progress using (customer_code = current_customer());
create policy operator_wall on search_progress using ((select across_customers()::text) = 'true' or customer_code = any (reached_customers()));
grant select, insert, delete on search_words to sportello_server;
grant select, insert, update, delete on search_progress to sportello_server;

-- As before (0109-erase-leftovers.sql), and deletes the words of erased requests.
create or replace function erase_leftovers(most integer) returns boolean language plpgsql as $$
declare
  period erased_periods;
  part text;
  erased bigint;
begin
  perform set_config('sportello.across_customers', 'on', true);
  select * into period from erased_periods order by customer_code, from_id limit 1 for update skip locked;
  if not found then return false; end if;
  foreach part in array array['desk_cases', 'desk_labels', 'desk_entries', 'search_words'] loop
    execute format('delete from %I where ctid = any (array(
      select ctid from %I where customer_code = $1 and request_id >= $2 and request_id < $3 limit $4))', part, part)
      using period.customer_code, period.from_id, period.to_id, most;
    get diagnostics erased = row_count;
    if erased > 0 then return true; end if;
  end loop;
  delete from erased_periods where customer_code = period.customer_code and from_id = period.from_id;
  return true;
end $$;
