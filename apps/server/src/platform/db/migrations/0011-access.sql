-- A person's addresses stand in the known data. A code is one session's over all customers, so that a code of another form can be told.
alter table sessions drop column email;
create unique index sessions_by_code on sessions (code_hash);

-- A look across the wall, for a yes or no. Not by `set` on the function: an owner who is no superuser may not.
create function session_stands(hash bytea) returns boolean language plpgsql volatile security definer set search_path = public as $$
declare
  before text := coalesce(current_setting('sportello.across_customers', true), '');
  stands boolean;
begin
  perform set_config('sportello.across_customers', 'on', true);
  stands := exists (select from sessions s where s.code_hash = hash);
  perform set_config('sportello.across_customers', before, true);
  return stands;
end $$;

-- Messages by which somebody came in, by the hash of what makes each unique: none is taken twice.
create table used_messages (
  customer_code text not null references customers on delete cascade,
  jti_hash bytea not null,
  expires_at timestamptz not null,
  primary key (customer_code, jti_hash)
);

create index used_messages_by_expiry on used_messages (expires_at);

-- The form that a client is routed to, whichever form it came by.
create function mapped_form(levels text[]) returns table (customer_code text, mapping_id uuid)
  language plpgsql volatile security definer set search_path = public as $$
declare
  before text := coalesce(current_setting('sportello.across_customers', true), '');
begin
  perform set_config('sportello.across_customers', 'on', true);
  select m.customer_code, m.id into customer_code, mapping_id from mappings m
  where m.client = levels[1] and m.sub_client = levels[2] and m.sub_client2 = levels[3] and m.sub_client3 = levels[4];
  perform set_config('sportello.across_customers', before, true);
  if customer_code is not null then return next; end if;
end $$;

-- What became of mappings: 0 deleted, 1 not found, 2 modified (administrator specification, section 3). Stays when its form goes.
create table mapping_logs (
  customer_code text not null,
  id uuid not null default uuidv7(),
  code_client text not null,
  sub_client text not null default '',
  sub_client2 text not null default '',
  sub_client3 text not null default '',
  action smallint not null check (action between 0 and 2),
  action_details text not null default '',
  logged_at timestamptz not null default now(),
  primary key (customer_code, id)
);

create index mapping_logs_by_time on mapping_logs (logged_at desc, id desc);

do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['used_messages', 'mapping_logs'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format('create policy customer_wall on %I using (customer_code = current_customer() or across_customers())', tenant_table);
    execute format('grant select, insert, update, delete on %I to sportello_server', tenant_table);
  end loop;
end $$;

revoke execute on function session_stands, mapped_form from public;
grant execute on function session_stands, mapped_form to sportello_server;
