-- Since PostgreSQL 16 who creates a role may not take it on by that alone: without this, a database whose owner is no superuser,
-- as hosted ones are, would be migrated and then serve nobody.
do $$ begin
  -- Earlier versions know no right SET: there a member may take the role on.
  if current_setting('server_version_num')::int < 160000 then
    if not pg_has_role(current_user, 'sportello_server', 'member') then execute format('grant sportello_server to %I', current_user); end if;
  elsif not pg_has_role(current_user, 'sportello_server', 'set') then
    execute format('grant sportello_server to %I', current_user);
  end if;
end $$;
