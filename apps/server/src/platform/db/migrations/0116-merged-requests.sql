-- Requests that say the same as another one of their form, which is worked on instead (docs/decisions/0096-merged-requests.md). No
-- foreign key leads to the requests, as for the desk (0107-desk.sql).
create table desk_merges (
  customer_code text not null references customers on delete cascade,
  request_id uuid not null,
  into_id uuid not null,
  primary key (customer_code, request_id),
  check (into_id <> request_id)
);
create index desk_merges_into on desk_merges (customer_code, into_id);
alter table desk_merges enable row level security;
alter table desk_merges force row level security;
create policy customer_wall on desk_merges using (customer_code = current_customer());
create policy operator_wall on desk_merges using ((select across_customers()::text) = 'true' or customer_code = any (reached_customers()));
grant select, insert, update, delete on desk_merges to sportello_server;

alter table desk_entries drop constraint desk_entries_kind_check;
alter table desk_entries add constraint desk_entries_kind_check
  check (kind in ('state', 'assignee', 'due_on', 'labels', 'note', 'merged', 'absorbed')) not valid;

-- As before (0114-search-words.sql), and deletes what was merged.
create or replace function erase_leftovers(most integer) returns boolean language plpgsql as $$
declare
  period erased_periods;
  part text;
  erased bigint;
begin
  perform set_config('sportello.across_customers', 'on', true);
  select * into period from erased_periods order by customer_code, from_id limit 1 for update skip locked;
  if not found then return false; end if;
  foreach part in array array['desk_cases', 'desk_labels', 'desk_entries', 'desk_merges', 'search_words'] loop
    execute format('delete from %I where ctid = any (array(
      select ctid from %I where customer_code = $1 and request_id >= $2 and request_id < $3 limit $4))', part, part)
      using period.customer_code, period.from_id, period.to_id, most;
    get diagnostics erased = row_count;
    if erased > 0 then return true; end if;
  end loop;
  delete from desk_merges where customer_code = period.customer_code and into_id >= period.from_id and into_id < period.to_id;
  delete from erased_periods where customer_code = period.customer_code and from_id = period.from_id;
  return true;
end $$;
