-- A job takes along which request began it, where such things are told (docs/decisions/0032-traces.md).
create or replace function enqueue(task text, customer_code text, subject uuid, run_at timestamptz default now()) returns bigint
  language sql volatile security definer set search_path = public as $$
  select id from graphile_worker.add_job(
    task, json_strip_nulls(json_build_object('customer', customer_code, 'id', subject, 'traceparent', nullif(current_setting('sportello.traceparent', true), ''))),
    run_at => run_at, max_attempts => 25)
$$;

create or replace function enqueue_delivery(delivery deliveries, run_at timestamptz default now()) returns bigint
  language sql volatile security definer set search_path = public as $$
  select id from graphile_worker.add_job(
    'deliver_ticket',
    json_strip_nulls(json_build_object('customer', delivery.customer_code, 'id', delivery.id, 'traceparent', nullif(current_setting('sportello.traceparent', true), ''))),
    run_at => run_at, max_attempts => 25,
    queue_name => format('%s/%s/%s', delivery.customer_code, delivery.destination, abs(hashtextextended(delivery.request_id::text, 0) % 2)))
$$;
