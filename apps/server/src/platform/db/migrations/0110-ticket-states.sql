-- The tickets that requests have in ticket systems, and the states that the systems reported of them
-- (docs/decisions/0094-ticket-states.md). No foreign key leads to the requests, as for the desk (0107-desk.sql).
create table ticket_states (
  customer_code text not null references customers on delete cascade,
  request_id uuid not null,
  destination text not null,
  kind text not null,
  -- The ticket's number in its system; null if the system has not named one.
  number text,
  -- As the system calls it; null until the first report. `state_at` is the time of the change to this state, `reported_at`
  -- that of the newest report, both by the system's clock.
  state text,
  done boolean not null default false,
  state_at timestamptz,
  reported_at timestamptz,
  primary key (customer_code, request_id, destination)
);
-- Not unique: a destination may be moved to another system, whose numbers begin anew.
create index ticket_states_by_number on ticket_states (customer_code, destination, number, request_id) where number is not null;

create table ticket_state_changes (
  customer_code text not null references customers on delete cascade,
  request_id uuid not null,
  id uuid not null default uuidv7(),
  destination text not null,
  state_at timestamptz not null,
  received_at timestamptz not null default now(),
  before text,
  after text not null,
  done boolean not null,
  primary key (customer_code, request_id, id)
);

alter table ticket_states enable row level security;
alter table ticket_states force row level security;
alter table ticket_state_changes enable row level security;
alter table ticket_state_changes force row level security;
create policy customer_wall on ticket_states using (customer_code = current_customer());
create policy operator_wall on ticket_states using ((select across_customers()::text) = 'true' or customer_code = any (reached_customers()));
create policy customer_wall on ticket_state_changes using (customer_code = current_customer());
create policy operator_wall on ticket_state_changes using ((select across_customers()::text) = 'true' or customer_code = any (reached_customers()));
grant select, insert, update, delete on ticket_states, ticket_state_changes to sportello_server;

-- The rows of dropped partitions are deleted afterwards, in batches (0109-erase-leftovers.sql): a period stays recorded while it has
-- rows here. If its customer is deleted, the rows here are deleted with it.
create function erase_ticket_states() returns trigger language plpgsql as $$
declare
  part text;
  erased bigint;
begin
  if not exists (select from customers where customer_code = old.customer_code) then return old; end if;
  foreach part in array array['ticket_states', 'ticket_state_changes'] loop
    execute format('delete from %I where ctid = any (array(
      select ctid from %I where customer_code = $1 and request_id >= $2 and request_id < $3 limit 5000))', part, part)
      using old.customer_code, old.from_id, old.to_id;
    get diagnostics erased = row_count;
    if erased > 0 then return null; end if;
  end loop;
  return old;
end $$;
revoke execute on function erase_ticket_states from public;
create trigger erase_ticket_states before delete on erased_periods for each row execute function erase_ticket_states();
