-- Jobs wait in an outbox until a relay moves them to the job queue in batches (docs/decisions/0072-outbox.md). A submit
-- then neither runs the queue's own function, which took half of its time in the database, nor notifies workers, for
-- which PostgreSQL takes one lock at commit over all databases.
create table outbox (
  id bigint generated always as identity primary key,
  -- The queue takes no longer names. One job that it rejects would keep all others in the outbox.
  task text not null check (length(task) <= 128),
  customer text not null,
  subject uuid not null,
  run_at timestamptz not null,
  traceparent text
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_cost_delay = 0);

-- The relay in charge, and until when. Others wait until its time has run out.
create table outbox_relay (
  only_row boolean primary key default true check (only_row),
  holder uuid,
  held_until timestamptz not null
);
insert into outbox_relay (held_until) values ('-infinity');

-- Adds a job. Without a relay in charge, for example when only processes of an earlier release run jobs, it goes directly
-- to the queue.
create or replace function enqueue(task text, customer_code text, subject uuid, run_at timestamptz default now()) returns bigint
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
#variable_conflict use_variable
declare
  begun_by text := nullif(current_setting('sportello.traceparent', true), '');
  job_id bigint;
begin
  if exists (select from public.outbox_relay as r where r.held_until > now()) then
    insert into public.outbox (task, customer, subject, run_at, traceparent) values (task, customer_code, subject, run_at, begun_by) returning outbox.id into job_id;
  else
    select job.id into job_id from graphile_worker.add_job(
      task, json_strip_nulls(json_build_object('customer', customer_code, 'id', subject, 'traceparent', begun_by)), run_at => run_at, max_attempts => 25
    ) as job;
  end if;
  return job_id;
end $$;

-- Makes a process the relay for five seconds, unless another one is. Returns true if it is in charge. A time far in the
-- future, which a clock that was set back has left, does not count.
create function hold_outbox(relay uuid) returns boolean
  language plpgsql volatile set search_path = public, pg_temp as $$
begin
  update outbox_relay set holder = relay, held_until = now() + interval '5 seconds' where only_row in (
    select only_row from outbox_relay where holder = relay or held_until < now() or held_until > now() + interval '10 seconds' for update skip locked
  );
  return found;
end $$;

-- Moves the oldest jobs to the queue, which wakes its workers once. Returns the number of jobs. The jobs are locked, so that
-- two relays that both believe to be in charge move none twice. The list of their ids is an array: a join would look for
-- the oldest jobs again for each row.
create function move_jobs(most integer) returns integer
  language plpgsql volatile set search_path = public, pg_temp as $$
declare moved integer;
begin
  with taken as (
    delete from outbox where id = any (array(select id from outbox order by id limit most for update skip locked)) returning *
  ), specified as (
    select array_agg((
      task, json_strip_nulls(json_build_object('customer', customer, 'id', subject, 'traceparent', traceparent)), null, run_at, 25::smallint, null, null, null
    )::graphile_worker.job_spec order by id) as jobs from taken having count(*) > 0
  )
  select count(*) into moved from specified, graphile_worker.add_jobs(specified.jobs);
  return moved;
end $$;
revoke execute on function hold_outbox, move_jobs from public;
