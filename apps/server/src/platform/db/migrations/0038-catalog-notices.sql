-- A notice of a change says what changed, so that a process drops that and nothing else; a saved draft changes nothing that is served. The notice carries the
-- revision: a process that misses one sees the gap. Servers of the version before read no payload and drop everything, as they did.
create function catalog_notice(what jsonb) returns void language plpgsql security definer set search_path = public as $$
declare next bigint;
begin
  update catalog_revision set revision = revision + 1 returning revision into next;
  -- A payload has less than 8,000 bytes: a change of very many is told as one of everything.
  what := what || jsonb_build_object('revision', next);
  if octet_length(what::text) > 7000 then what := jsonb_build_object('revision', next, 'all', true); end if;
  perform pg_notify('catalog_changed', what::text);
end $$;
revoke execute on function catalog_notice from public;

-- Settings, mail templates, pictures and integrations, which all customers share.
create or replace function catalog_changed() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform catalog_notice('{"shared": true}');
  return null;
end $$;

create function customers_changed() returns trigger language plpgsql security definer set search_path = public as $$
declare codes jsonb;
begin
  if tg_op = 'DELETE' then
    select jsonb_agg(customer_code) into codes from gone;
  else
    select jsonb_agg(customer_code) into codes from come;
  end if;
  if codes is not null then perform catalog_notice(jsonb_build_object('customers', codes)); end if;
  return null;
end $$;

-- Only what is live is served.
create function definitions_changed() returns trigger language plpgsql security definer set search_path = public as $$
declare codes jsonb;
begin
  if tg_op = 'DELETE' then
    select jsonb_agg(code_tag) into codes from gone where live_version is not null;
  elsif tg_op = 'INSERT' then
    select jsonb_agg(code_tag) into codes from come where live_version is not null;
  else
    select jsonb_agg(come.code_tag) into codes from come join gone using (code_tag) where come.live_version is distinct from gone.live_version;
  end if;
  if codes is not null then perform catalog_notice(jsonb_build_object('definitions', codes)); end if;
  return null;
end $$;

drop trigger catalog_changed on customers;
create trigger customers_come after insert on customers referencing new table as come for each statement execute function customers_changed();
create trigger customers_changed after update on customers referencing new table as come for each statement execute function customers_changed();
create trigger customers_gone after delete on customers referencing old table as gone for each statement execute function customers_changed();

drop trigger catalog_changed on definitions;
create trigger definitions_come after insert on definitions referencing new table as come for each statement execute function definitions_changed();
create trigger definitions_changed after update on definitions referencing old table as gone new table as come
  for each statement execute function definitions_changed();
create trigger definitions_gone after delete on definitions referencing old table as gone for each statement execute function definitions_changed();
