-- Solutions of captchas, by their hash: none counts twice. Without `used_at`: verified where it can be verified only once, and not spent yet.
create table captcha_solutions (
  customer_code text not null references customers on delete cascade,
  solution_hash bytea not null,
  used_at timestamptz,
  expires_at timestamptz not null,
  primary key (customer_code, solution_hash)
);

create index captcha_solutions_by_expiry on captcha_solutions (expires_at);

-- Who has sent lately, where a form asks for a captcha from the second send on: mailboxes and network addresses, by a keyed hash.
create table captcha_senders (
  customer_code text not null references customers on delete cascade,
  sender_hash bytea not null,
  expires_at timestamptz not null,
  primary key (customer_code, sender_hash)
);

create index captcha_senders_by_expiry on captcha_senders (expires_at);

do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['captcha_solutions', 'captcha_senders'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format('create policy customer_wall on %I using (customer_code = current_customer() or across_customers())', tenant_table);
    execute format('grant select, insert, update, delete on %I to sportello_server', tenant_table);
  end loop;
end $$;
