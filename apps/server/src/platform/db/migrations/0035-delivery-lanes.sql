-- Deliveries wait in lanes instead of in the job queue (docs/decisions/0033-delivery-lanes.md): a look for what is due costs the same
-- however many wait.

-- Of a destination there are two, each of which makes one try at a time over all processes.
create table delivery_lanes (
  customer_code text not null references customers on delete cascade,
  destination text not null,
  lane smallint not null,
  -- When the first delivery that waits in it is due; null where none waits.
  next_due_at timestamptz,
  -- A try is under way, and its process may yet die of it.
  held_until timestamptz,
  free_at timestamptz generated always as (case when next_due_at is not null then greatest(next_due_at, held_until) end) stored,
  primary key (customer_code, destination, lane)
);
create index delivery_lanes_free on delivery_lanes (free_at) where free_at is not null;

alter table delivery_lanes enable row level security;
alter table delivery_lanes force row level security;
create policy customer_wall on delivery_lanes using (customer_code = current_customer() or across_customers());
create policy operator_wall on delivery_lanes using (customer_code = any (reached_customers()));
grant select, insert, update, delete on delivery_lanes to sportello_server;

-- A request keeps to its lane. The hold is the lane's now: deliveries.held_until is left to processes of the version before.
alter table deliveries
  add column lane smallint generated always as (abs(hashtextextended(request_id::text, 0) % 2)) stored,
  add column due_at timestamptz generated always as (coalesce(next_attempt_at, created_at)) stored,
  -- Which request began it, where such things are told.
  add column traceparent text default nullif(current_setting('sportello.traceparent', true), '');
create index deliveries_waiting on deliveries (customer_code, destination, lane, due_at) where state = 'queued';

-- Called in the transaction in which a delivery begins to wait: who frees its lane meanwhile waits for it.
create or replace function enqueue_delivery(delivery deliveries, run_at timestamptz default now()) returns bigint
  language sql volatile security invoker set search_path = public as $$
  insert into delivery_lanes (customer_code, destination, lane, next_due_at) values (delivery.customer_code, delivery.destination, delivery.lane, run_at)
  on conflict (customer_code, destination, lane) do update set next_due_at = least(delivery_lanes.next_due_at, excluded.next_due_at)
  returning 0::bigint
$$;

-- When the first delivery that waits in a lane is due. The planner cannot look through row security and takes a lane of thousands for one of
-- a few, so that it would rather read and sort them all: it is left no way but the index.
create function first_due_at(customer text, into_destination text, into_lane smallint) returns timestamptz
  language sql stable security invoker set search_path = public set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
  select due_at from deliveries where customer_code = customer and destination = into_destination and lane = into_lane and state = 'queued'
  order by due_at limit 1
$$;
grant execute on function first_due_at to sportello_server;

-- Takes, for one try each, the first deliveries of at most so many lanes that are free and due, and holds the lanes. A try is counted before
-- it is made: one that ends the process counts too. Statement by statement, since each must see what was done until its lane was locked.
create function claim_deliveries(most int, hold_seconds int)
  returns table (customer_code text, id uuid, request_id uuid, destination text, lane smallint, kind text, body bytea, attempts int, tried boolean,
    ticket text, traceparent text, held_until text)
  language plpgsql volatile security invoker set search_path = public set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
#variable_conflict use_column
declare
  free record;
  first uuid;
  until timestamptz;
begin
  for free in
    select l.customer_code, l.destination, l.lane from delivery_lanes l where l.free_at <= now() order by l.free_at limit most for update skip locked
  loop
    select d.id into first from deliveries d
      where d.customer_code = free.customer_code and d.destination = free.destination and d.lane = free.lane and d.state = 'queued' and d.due_at <= now()
      order by d.due_at limit 1;
    update delivery_lanes l set
        held_until = case when first is not null then clock_timestamp() + make_interval(secs => hold_seconds) end,
        next_due_at = first_due_at(free.customer_code, free.destination, free.lane)
      where l.customer_code = free.customer_code and l.destination = free.destination and l.lane = free.lane
      returning l.held_until into until;
    return query
      update deliveries d set attempts = d.attempts + 1, last_attempt_at = now() where d.customer_code = free.customer_code and d.id = first
      returning d.customer_code, d.id, d.request_id, d.destination, d.lane, d.kind, d.body, d.attempts, old.last_attempt_at is not null,
        (select r.ticket from requests r where r.customer_code = d.customer_code and r.id = d.request_id), d.traceparent, until::text;
  end loop;
end $$;
grant execute on function claim_deliveries to sportello_server;

do $$
declare before text := coalesce(current_setting('sportello.across_customers', true), '');
begin
  perform set_config('sportello.across_customers', 'on', true);
  insert into delivery_lanes (customer_code, destination, lane, next_due_at)
    select customer_code, destination, lane, min(due_at) from deliveries where state = 'queued' group by 1, 2, 3;
  perform set_config('sportello.across_customers', before, true);
end $$;
select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs where task_identifier = 'deliver_ticket' having count(*) > 0;
