-- The logs of changes and of mappings name people by ids or keyed hashes (docs/decisions/0040-people-in-logs.md). These triggers hold it below the code: for a
-- server of the version before that still runs, and for the next two files, which write older lines anew.

-- A line of an account without its user name and address; the account's id, where there still is one, takes the name's place.
create function audit_line_without_person() returns trigger language plpgsql as $$
begin
  if new.action in ('account.add', 'account.edit', 'account.delete', 'account.recovery') then
    if new.subject !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      new.subject := coalesce((select a.id::text from accounts a
        where a.customer_code = new.customer_code and a.username_key = lower(trim(normalize(new.subject, NFKC)))), '');
    end if;
    if jsonb_typeof(new.before) = 'object' then new.before := new.before - array['username', 'email']; end if;
    if jsonb_typeof(new.after) = 'object' then new.after := new.after - array['username', 'email']; end if;
  elsif new.action in ('person.export', 'person.erase') and length(new.subject) = 16 then
    -- A hash without a key.
    new.subject := '';
  elsif new.action = 'bundle.import' and jsonb_typeof(new.after) = 'array' then
    new.after := (select jsonb_agg(case when line ->> 'kind' = 'account' then line || jsonb_build_object('name', split_part(line ->> 'name', '/', 1)) else line end order by place)
      from jsonb_array_elements(new.after) with ordinality as lines (line, place));
  end if;
  return new;
end $$;

create trigger audit_line_without_person before insert or update on audit_lines for each row execute function audit_line_without_person();

-- A client's level as it is kept: without what can be seen to be a person's e-mail address or tax code.
create function level_without_person(level text) returns text language sql immutable as $$
  select case when level ~* '@|\m[a-z]{6}[0-9l-np-v]{2}[a-ehlmprst][0-9l-np-v]{2}[a-z][0-9l-np-v]{3}[a-z]\M' then '#' else level end
$$;

create function mapping_log_without_person() returns trigger language plpgsql as $$
begin
  new.code_client := level_without_person(new.code_client);
  new.sub_client := level_without_person(new.sub_client);
  new.sub_client2 := level_without_person(new.sub_client2);
  new.sub_client3 := level_without_person(new.sub_client3);
  return new;
end $$;

create trigger mapping_log_without_person before insert or update on mapping_logs for each row execute function mapping_log_without_person();

-- Deletes lines of changes that are older than so many days, some at a time. The server can add to that log and do nothing else, except by this: it must not be able
-- to remove what it has just done, so younger lines than half a year stay whatever it asks for. Not by `set` on the function: an owner who is no superuser may not.
create function delete_old_audit_lines(days integer, most integer) returns integer language plpgsql volatile security definer set search_path = public as $$
declare
  before text := coalesce(current_setting('sportello.across_customers', true), '');
  deleted integer;
begin
  if days is null or days < 180 then
    raise exception 'audit lines are kept for 180 days at least' using errcode = 'insufficient_privilege';
  end if;
  perform set_config('sportello.across_customers', 'on', true);
  with old as (
    select customer_code, id from audit_lines where logged_at < now() - make_interval(days => days) order by logged_at limit most
  ) delete from audit_lines using old where audit_lines.customer_code = old.customer_code and audit_lines.id = old.id;
  get diagnostics deleted = row_count;
  perform set_config('sportello.across_customers', before, true);
  return deleted;
end $$;

revoke execute on function delete_old_audit_lines from public;
grant execute on function delete_old_audit_lines to sportello_server;
