-- The customer is the wall: the server's role sees the rows of the customer that its transaction names, and no others.
-- A role belongs to the whole cluster: another database of it may have made the role before, or be making it right now.
do $$ begin
  create role sportello_server nologin;
exception when duplicate_object or unique_violation then null;
end $$;

grant usage on schema public to sportello_server;
grant select, insert, update, delete on all tables in schema public to sportello_server;
revoke all on worker_heartbeats from sportello_server;
revoke update, delete on definition_versions from sportello_server;
revoke execute on function enqueue from public;
grant execute on function enqueue to sportello_server;

create function current_customer() returns text language sql stable as
  $$ select nullif(current_setting('sportello.customer', true), '') $$;

-- For the few jobs that belong to the deployment: import, export, lists across customers.
create function across_customers() returns boolean language sql stable as
  $$ select coalesce(current_setting('sportello.across_customers', true), '') = 'on' $$;

do $$
declare tenant_table text;
begin
  for tenant_table in
    select c.table_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'customer_code' and t.table_type = 'BASE TABLE'
  loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format('create policy customer_wall on %I using (customer_code = current_customer() or across_customers())', tenant_table);
  end loop;
end $$;
