-- Jobs live in graphile-worker's own schema. The server may add them, and do nothing else there.
create function enqueue(task text, customer_code text, subject uuid, run_at timestamptz default now()) returns bigint
  language sql volatile security definer set search_path = public as $$
  select id from graphile_worker.add_job(
    task, json_build_object('customer', customer_code, 'id', subject), run_at => run_at, max_attempts => 25)
$$;

-- Which workers are alive, so that the jobs of one that died are freed within seconds instead of hours.
create table worker_heartbeats (
  worker_id text primary key,
  seen_at timestamptz not null default now()
);
