-- Statements that PostgreSQL 15 to 17 run too: they have no `returning old`.

-- Until when a sender counted before its last request, which `returning` cannot tell otherwise.
alter table captcha_senders add column expired_at timestamptz;

create or replace function claim_deliveries(most int, hold_seconds int)
  returns table (customer_code text, id uuid, request_id uuid, destination text, lane smallint, kind text, body bytea, attempts int, tried boolean,
    ticket text, traceparent text, held_until text)
  language plpgsql volatile security invoker set search_path = public set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
#variable_conflict use_column
declare
  free record;
  first uuid;
  tried_before boolean;
  until timestamptz;
begin
  for free in
    select l.customer_code, l.destination, l.lane from delivery_lanes l where l.free_at <= now() order by l.free_at limit most for update skip locked
  loop
    select d.id, d.last_attempt_at is not null into first, tried_before from deliveries d
      where d.customer_code = free.customer_code and d.destination = free.destination and d.lane = free.lane and d.state = 'queued' and d.due_at <= now()
      order by d.due_at limit 1;
    update delivery_lanes l set
        held_until = case when first is not null then clock_timestamp() + make_interval(secs => hold_seconds) end,
        next_due_at = first_due_at(free.customer_code, free.destination, free.lane)
      where l.customer_code = free.customer_code and l.destination = free.destination and l.lane = free.lane
      returning l.held_until into until;
    return query
      update deliveries d set attempts = d.attempts + 1, last_attempt_at = now() where d.customer_code = free.customer_code and d.id = first
      returning d.customer_code, d.id, d.request_id, d.destination, d.lane, d.kind, d.body, d.attempts, tried_before,
        (select r.ticket from requests r where r.customer_code = d.customer_code and r.id = d.request_id), d.traceparent, until::text;
  end loop;
end $$;
