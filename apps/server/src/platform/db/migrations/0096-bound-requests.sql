-- Prepares the partitions by time (docs/decisions/0077-partitions.md): the rows that exist, and all rows until the bound, will
-- be the first partition. A validated check lets PostgreSQL attach the table without reading it. The ids are uuidv7, so
-- that they order the requests by time.
create function first_id_at(moment timestamptz) returns uuid language sql immutable parallel safe as
  $$ select (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid $$;
create function time_of_id(id uuid) returns timestamptz language sql immutable parallel safe as
  $$ select to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0) $$;

do $$
declare
  -- The start of a month, at least a week ahead: servers of the previous version go on storing requests meanwhile.
  bound uuid := first_id_at(date_trunc('month', now() + interval '1 month 7 days', 'UTC'));
  part record;
begin
  for part in
    select * from (values ('requests', 'id'), ('answers', 'request_id'), ('attachments', 'request_id'), ('deliveries', 'request_id'),
      ('mails', 'request_id'), ('tax_codes', 'request_id'), ('verification_codes', 'request_id')) as p(name, key)
  loop
    -- Mails of account recoveries have no request.
    execute format('alter table %I add constraint %I check (%s%I < %L) not valid',
      part.name, part.name || '_before_bound', case when part.name = 'mails' then 'request_id is null or ' else '' end, part.key, bound);
  end loop;
end $$;
