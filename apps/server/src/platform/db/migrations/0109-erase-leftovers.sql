-- The operators' work on the requests of a dropped partition is deleted afterwards, in batches. Deleting it together with the
-- partition would hold the locks that submissions wait for, the longer the more requests there are.
create table erased_periods (
  customer_code text not null references customers on delete cascade,
  from_id uuid not null,
  to_id uuid not null,
  primary key (customer_code, from_id)
);
alter table erased_periods enable row level security;
alter table erased_periods force row level security;
create policy customer_wall on erased_periods using (customer_code = current_customer());
create policy operator_wall on erased_periods using ((select across_customers()::text) = 'true' or customer_code = any (reached_customers()));
grant select on erased_periods to sportello_server;

-- Deletes up to `most` rows that belong to erased requests. Returns false if none is left.
create function erase_leftovers(most integer) returns boolean language plpgsql as $$
declare
  period erased_periods;
  part text;
  erased bigint;
begin
  perform set_config('sportello.across_customers', 'on', true);
  select * into period from erased_periods order by customer_code, from_id limit 1 for update skip locked;
  if not found then return false; end if;
  foreach part in array array['desk_cases', 'desk_labels', 'desk_entries'] loop
    execute format('delete from %I where ctid = any (array(
      select ctid from %I where customer_code = $1 and request_id >= $2 and request_id < $3 limit $4))', part, part)
      using period.customer_code, period.from_id, period.to_id, most;
    get diagnostics erased = row_count;
    if erased > 0 then return true; end if;
  end loop;
  delete from erased_periods where customer_code = period.customer_code and from_id = period.from_id;
  return true;
end $$;
revoke execute on function erase_leftovers from public;

-- As before (0107-desk.sql), but leaves the operators' work to erase_leftovers.
create or replace function drop_request_partition(_suffix text, ends jsonb) returns bigint language plpgsql as $$
declare
  period request_partitions;
  part text;
  counted jsonb;
begin
  select * into strict period from request_partitions where suffix = _suffix;
  perform set_config('sportello.across_customers', 'on', true), set_config('lock_timeout', '200ms', true);
  -- Once no request of the period has a state that goes on, and nothing is queued, only an operator can change that. Operators'
  -- actions take the same lock, shared (holdRetention), so what this function reads next holds until it has ended.
  perform pg_advisory_xact_lock(hashtextextended('retention', 0));
  if is_partition_kept(period.from_id, period.to_id, ends) then return null; end if;
  select coalesce(jsonb_agg(c), '[]') into counted from (
    select r.customer_code as form, r.state, count(*) as requests from requests r where r.id >= period.from_id and r.id < period.to_id group by 1, 2
  ) c;
  insert into audit_lines (operator, action, subject, customer_code, after)
  select '', 'request.retention', c.state, c.form, jsonb_build_object('requests', c.requests, 'days', e.days)
  from jsonb_to_recordset(counted) as c(form text, state text, requests bigint) join jsonb_to_recordset(ends) as e(form text, state text, days float8) using (form, state);

  lock table only requests, only answers, only attachments, only deliveries, only mails, only tax_codes, only verification_codes in access exclusive mode;
  -- Servers of the release before this file do not take the lock of retention. What their operators have just continued is found
  -- by its state, through indexes.
  if exists (select from requests r where r.id >= period.from_id and r.id < period.to_id and r.state in ('received', 'awaiting_confirmation', 'confirmed'))
    or exists (select from mails m where m.request_id >= period.from_id and m.request_id < period.to_id and m.state = 'queued')
    or exists (select from deliveries d where d.request_id >= period.from_id and d.request_id < period.to_id and d.state = 'queued')
  then
    -- Takes back the entries in the audit log; the tables count as busy, and the next attempt looks again.
    raise lock_not_available using message = 'a request was continued';
  end if;
  delete from request_fingerprints where request_id >= period.from_id and request_id < period.to_id;
  insert into erased_periods (customer_code, from_id, to_id) select distinct form, period.from_id, period.to_id from jsonb_to_recordset(counted) as c(form text);
  foreach part in array array['answers', 'attachments', 'deliveries', 'mails', 'tax_codes', 'verification_codes', 'requests'] loop
    execute format('drop table %I', part || _suffix);
  end loop;
  return (select coalesce(sum(requests), 0) from jsonb_to_recordset(counted) as c(requests bigint));
end $$;
