-- A ticket on its way to a destination that its form names beside the built-in list. Its body is frozen when the ticket is opened, and its
-- id is the event's: every try sends the same.
create table deliveries (
  customer_code text not null,
  id uuid not null default uuidv7(),
  request_id uuid not null,
  -- As the form names it, and of which kind it was then.
  destination text not null check (destination ~ '^[A-Za-z0-9_-]{1,32}$'),
  kind text not null,
  body bytea not null,
  -- dead: given up, waits for a person.
  state text not null default 'queued' check (state in ('queued', 'delivered', 'dead')),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  -- A try is under way, and its process may yet die of it.
  held_until timestamptz,
  last_status integer,
  last_answer text,
  last_error text,
  -- What the destination calls the ticket.
  external_id text,
  created_at timestamptz not null default now(),
  last_attempt_at timestamptz,
  delivered_at timestamptz,
  primary key (customer_code, id),
  unique (customer_code, request_id, destination),
  foreign key (customer_code, request_id) references requests on delete cascade
);

create index deliveries_newest on deliveries (created_at desc, id desc);
create index deliveries_newest_by_state on deliveries (state, created_at desc, id desc);

alter table deliveries enable row level security;
alter table deliveries force row level security;
create policy customer_wall on deliveries using (customer_code = current_customer() or across_customers());
create policy operator_wall on deliveries using (customer_code = any (reached_customers()));
grant select, insert, update, delete on deliveries to sportello_server;

-- A destination has two lanes, each of which runs one job at a time over all processes: so a slow one holds two workers at most. A request
-- keeps to its lane.
create function enqueue_delivery(delivery deliveries, run_at timestamptz default now()) returns bigint
  language sql volatile security definer set search_path = public as $$
  select id from graphile_worker.add_job(
    'deliver_ticket', json_build_object('customer', delivery.customer_code, 'id', delivery.id), run_at => run_at, max_attempts => 25,
    queue_name => format('%s/%s/%s', delivery.customer_code, delivery.destination, abs(hashtextextended(delivery.request_id::text, 0) % 2)))
$$;
revoke execute on function enqueue_delivery from public;
grant execute on function enqueue_delivery to sportello_server;
