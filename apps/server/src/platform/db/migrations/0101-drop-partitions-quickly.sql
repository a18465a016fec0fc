-- Retention reads the requests of a partition before it locks the tables of all requests, not while it holds them:
-- submissions wait for the drop only. See 0100-drop-partitions.sql and docs/decisions/0077-partitions.md.

-- Drops the partitions of a period if all its requests may be erased. Returns the number of erased requests; null if the
-- partitions stay. Raises lock_not_available (55P03) while the tables are busy: nobody waits behind this function for long.
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
  foreach part in array array['answers', 'attachments', 'deliveries', 'mails', 'tax_codes', 'verification_codes', 'requests'] loop
    execute format('drop table %I', part || _suffix);
  end loop;
  return (select coalesce(sum(requests), 0) from jsonb_to_recordset(counted) as c(requests bigint));
end $$;
