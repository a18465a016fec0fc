-- Requests, and what belongs to them, in partitions by time (docs/decisions/0077-partitions.md). The tables that exist
-- become the first partitions, without being read or copied.
--
-- Foreign keys lead from a partition to the partition of the requests with the same bounds, because PostgreSQL checks
-- them faster than keys to a partitioned table, and because retention drops the partitions of a time together. For the
-- same reason, unique keys without the id of the request are unique within a partition only. Their values are random.
-- All locks come first, in the order in which a submission takes them, and wait for a second in total, because everybody
-- waits behind this file meanwhile.
do $$
declare
  ends timestamptz := clock_timestamp() + interval '1 second';
  part text;
begin
  foreach part in array
    array['requests', 'request_fingerprints', 'answers', 'tax_codes', 'attachments', 'verification_codes', 'mails', 'deliveries']
  loop
    perform set_config('lock_timeout', greatest(1, round(extract(epoch from ends - clock_timestamp()) * 1000)) || 'ms', true);
    execute format('lock table %I in access exclusive mode', part);
  end loop;
end $$;
alter table request_fingerprints drop constraint request_fingerprints_customer_code_request_id_fkey;

do $$
declare
  part record;
  index record;
  policy record;
  privilege record;
  before text;
  bound text;
  definition text;
begin
  for part in
    select * from (values ('requests', 'id'), ('answers', 'request_id'), ('attachments', 'request_id'), ('deliveries', 'request_id'),
      ('mails', 'request_id'), ('tax_codes', 'request_id'), ('verification_codes', 'request_id')) as p(name, key)
  loop
    before := part.name || '_before';
    select substring(pg_get_constraintdef(oid) from '[0-9a-f]{8}-[0-9a-f-]{27}') into strict bound
      from pg_constraint where conrelid = to_regclass(part.name) and conname = part.name || '_before_bound';
    for index in select indexrelid::regclass::text as name from pg_index where indrelid = to_regclass(part.name) loop
      execute format('alter index %I rename to %I', index.name, before || substr(index.name, length(part.name) + 1));
    end loop;
    execute format('alter table %I rename to %I', part.name, before);
    execute format('create table %I (like %I including defaults including constraints including generated) partition by range (%I)', part.name, before, part.key);
    execute format('alter table %I drop constraint %I', part.name, part.name || '_before_bound');

    -- The same indexes, except unique ones without the partition key, which a partitioned table cannot have.
    for index in
      select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition, pg_get_constraintdef(c.oid) as constraint_definition
      from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
      where i.indrelid = to_regclass(before) and (not i.indisunique
        or (select attnum from pg_attribute where attrelid = i.indrelid and attname = part.key) = any (i.indkey::int2[]))
    loop
      definition := part.name || substr(index.name, length(before) + 1);
      if index.constraint_definition is not null then
        execute format('alter table %I add constraint %I %s', part.name, definition, index.constraint_definition);
      else
        execute replace(replace(index.definition, ' ' || index.name || ' ', ' ' || definition || ' '), format('public.%s ', before), format('public.%s ', part.name));
      end if;
    end loop;

    execute format('alter table %I enable row level security', part.name);
    execute format('alter table %I force row level security', part.name);
    for policy in select policyname, qual from pg_policies where schemaname = 'public' and tablename = before loop
      execute format('create policy %I on %I using (%s)', policy.policyname, part.name, policy.qual);
    end loop;
    for privilege in
      select a.privilege_type as type from pg_class c, aclexplode(c.relacl) a where c.oid = to_regclass(before) and a.grantee = 'sportello_server'::regrole
    loop
      execute format('grant %s on %I to sportello_server', privilege.type, part.name);
    end loop;
    execute format('revoke all on %I from sportello_server', before);
    if part.name = 'requests' then
      execute format('alter table %I add constraint requests_customer_code_fkey foreign key (customer_code) references customers,
        add constraint requests_definition_code_tag_definition_version_fkey
          foreign key (definition_code_tag, definition_version) references definition_versions', part.name);
    end if;
    execute format('alter table %I attach partition %I %s', part.name, before,
      case when part.name = 'mails' then 'default' else format('for values from (minvalue) to (%L)', bound) end);
  end loop;
end $$;

-- Adds the partitions of one period. Row security has no policies there: everybody reads and writes them through the
-- partitioned tables. Attaching a table takes weaker locks than creating it as a partition: readers and writers of the
-- partitioned table go on.
create function add_request_partition(suffix text, from_id uuid, to_id uuid) returns void language plpgsql as $$
declare part record;
begin
  for part in
    select * from (values ('requests', 'ticket'), ('answers', null), ('attachments', 'customer_code, id'), ('deliveries', 'customer_code, id'),
      ('mails', 'customer_code, id'), ('tax_codes', null), ('verification_codes', 'customer_code, code_hash')) as p(name, unique_key)
  loop
    execute format('create table %I (like %I including defaults including constraints including generated)', part.name || suffix, part.name);
    execute format('alter table %I enable row level security', part.name || suffix);
    execute format('alter table %I force row level security', part.name || suffix);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', part.name, part.name || suffix, from_id, to_id);
    if part.unique_key is not null then
      execute format('alter table %I add unique (%s)', part.name || suffix, part.unique_key);
    end if;
    if part.name <> 'requests' then
      execute format('alter table %I add foreign key (customer_code, request_id) references %I (customer_code, id) on delete cascade',
        part.name || suffix, 'requests' || suffix);
    end if;
  end loop;
end $$;

-- The partitions of the requests. `suffix` is what the names of all partitions of a period end with.
create view request_partitions as
  select substr(c.relname, length('requests') + 1) as suffix,
    substring(pg_get_expr(c.relpartbound, c.oid) from 'FROM \(''([0-9a-f-]+)''')::uuid as from_id,
    substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''([0-9a-f-]+)''')::uuid as to_id,
    greatest(c.reltuples, 0) as rows
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'public.requests'::regclass;

-- Makes partitions until three months ahead: for a month each if many requests come, else for three months, because each
-- statement without the id of a request looks into all partitions. Returns the number of new ones. Raises lock_not_available
-- (55P03) while the tables are busy: nobody waits behind this function for long.
create function make_request_partitions() returns integer language plpgsql as $$
declare
  made integer := 0;
  starts timestamptz;
  ends timestamptz;
  monthly real;
begin
  perform pg_advisory_xact_lock(hashtextextended('make_request_partitions', 0));
  perform set_config('lock_timeout', '200ms', true);
  loop
    select max(time_of_id(to_id)) into strict starts from request_partitions;
    exit when starts > now() + interval '3 months';
    select max(rows / greatest(extract(epoch from least(now(), time_of_id(to_id)) - time_of_id(from_id)) / 2629746, 1)) into monthly
      from request_partitions where from_id is not null and time_of_id(from_id) < now();
    ends := (starts at time zone 'UTC' + case when monthly > 2000000 then interval '1 month' else interval '3 months' end) at time zone 'UTC';
    perform add_request_partition(to_char(starts at time zone 'UTC', '"_from_"YYYY_MM'), first_id_at(starts), first_id_at(ends));
    made := made + 1;
  end loop;
  return made;
end $$;
revoke execute on function add_request_partition, make_request_partitions from public;
select make_request_partitions();

-- Functions whose parameters have the type of a row.
drop function enqueue_delivery(deliveries_before, timestamptz);
create function enqueue_delivery(delivery deliveries, run_at timestamptz default now()) returns bigint
  language sql volatile set search_path = public as $$
  insert into delivery_lanes (customer_code, destination, lane, next_due_at) values (delivery.customer_code, delivery.destination, delivery.lane, run_at)
  on conflict (customer_code, destination, lane) do update set next_due_at = least(delivery_lanes.next_due_at, excluded.next_due_at)
  returning 0::bigint
$$;
revoke execute on function enqueue_delivery from public;
grant execute on function enqueue_delivery to sportello_server;
