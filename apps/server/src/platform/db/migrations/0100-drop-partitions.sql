-- Erases requests whose retention period has ended by dropping their partitions (docs/decisions/0077-partitions.md).

-- Returns true if a request of a partition must not be erased yet. `ends` holds the number of days for which a form keeps
-- the requests of a final state: [{"form", "state", "days"}, …]. See requests/requests/retention.ts.
create function is_partition_kept(from_id uuid, to_id uuid, ends jsonb) returns boolean language sql stable as $$
  select exists (
    select from requests r left join jsonb_to_recordset(ends) as e(form text, state text, days float8) on e.form = r.customer_code and e.state = r.state
    where r.id >= from_id and r.id < to_id and (
      e.days is null or greatest(r.created_at, r.confirmed_at, r.expires_at, r.processed_at) >= now() - make_interval(secs => e.days * 86400)
    )
  ) or exists (select from mails m where m.request_id >= from_id and m.request_id < to_id and m.state = 'queued')
    or exists (select from deliveries d where d.request_id >= from_id and d.request_id < to_id and d.state = 'queued')
$$;

-- Drops the partitions of a period if all its requests may be erased. Returns the number of erased requests; null if the
-- partitions stay. Raises lock_not_available (55P03) while the tables are busy: nobody waits behind this function for long.
create function drop_request_partition(_suffix text, ends jsonb) returns bigint language plpgsql as $$
declare
  period request_partitions;
  part text;
  erased bigint;
begin
  select * into strict period from request_partitions where suffix = _suffix;
  perform set_config('sportello.across_customers', 'on', true), set_config('lock_timeout', '200ms', true);
  -- Looks twice, because the first look takes longer than others may wait for the locks.
  if is_partition_kept(period.from_id, period.to_id, ends) then return null; end if;
  lock table only requests, only answers, only attachments, only deliveries, only mails, only tax_codes, only verification_codes in access exclusive mode;
  if is_partition_kept(period.from_id, period.to_id, ends) then return null; end if;

  with counted as (
    select r.customer_code, r.state, count(*) as requests from requests r where r.id >= period.from_id and r.id < period.to_id group by 1, 2
  ), audited as (
    insert into audit_lines (operator, action, subject, customer_code, after)
    select '', 'request.retention', c.state, c.customer_code, jsonb_build_object('requests', c.requests, 'days', e.days)
    from counted c join jsonb_to_recordset(ends) as e(form text, state text, days float8) on e.form = c.customer_code and e.state = c.state
  ) select coalesce(sum(requests), 0) into erased from counted;
  delete from request_fingerprints where request_id >= period.from_id and request_id < period.to_id;
  foreach part in array array['answers', 'attachments', 'deliveries', 'mails', 'tax_codes', 'verification_codes', 'requests'] loop
    execute format('drop table %I', part || _suffix);
  end loop;
  return erased;
end $$;
revoke execute on function drop_request_partition from public;
