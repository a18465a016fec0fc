-- Since PostgreSQL 16 who creates a role may not take it on by that alone: without this, a database whose owner is no superuser,
-- as hosted ones are, would be migrated and then serve nobody.
do $$ begin
  if not pg_has_role(current_user, 'sportello_server', 'set') then
    execute format('grant sportello_server to %I', current_user);
  end if;
end $$;
