-- Jobs wait in an outbox until a relay moves them to the job queue in batches (docs/decisions/0072-outbox.md). A submit
-- then neither runs the queue's own function, which took half of its time in the database, nor notifies workers, for
-- which PostgreSQL takes one lock at commit over all databases.
create table outbox (
  id bigint generated always as identity primary key,
  task text not null,
  customer text not null,
  subject uuid not null,
  run_at timestamptz not null,
  traceparent text
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_cost_delay = 0);

create or replace function enqueue(task text, customer_code text, subject uuid, run_at timestamptz default now()) returns bigint
  language sql volatile security definer set search_path = public as $$
  insert into outbox (task, customer, subject, run_at, traceparent)
  values (task, customer_code, subject, run_at, nullif(current_setting('sportello.traceparent', true), ''))
  returning id
$$;

-- The relay that moves the jobs. Others wait until its time has run out.
create table outbox_relay (
  only_row boolean primary key default true check (only_row),
  holder uuid,
  held_until timestamptz not null
);
insert into outbox_relay (held_until) values ('-infinity');

-- Moves the oldest jobs to the queue, which wakes its workers once. Returns the number of jobs, or -1 if another relay is in
-- charge. The jobs are locked, so that two relays that both believe to be in charge move none twice.
create function relay_jobs(relay uuid, most integer) returns integer
  language plpgsql volatile set search_path = public as $$
declare moved integer;
begin
  if not exists (select from outbox_relay where holder = relay and held_until > now() + interval '3 seconds') then
    update outbox_relay set holder = relay, held_until = now() + interval '5 seconds' where holder = relay or held_until < now();
    if not found then return -1; end if;
  end if;
  with taken as (
    delete from outbox where id in (select id from outbox order by id limit most for update skip locked) returning *
  ), specified as (
    select array_agg((
      task, json_strip_nulls(json_build_object('customer', customer, 'id', subject, 'traceparent', traceparent)), null, run_at, 25::smallint, null, null, null
    )::graphile_worker.job_spec order by id) as jobs from taken having count(*) > 0
  )
  select count(*) into moved from specified, graphile_worker.add_jobs(specified.jobs);
  return moved;
end $$;
revoke execute on function relay_jobs from public;
