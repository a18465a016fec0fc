-- When an operator did something with a request for the first time, and when it was closed last, for the figures of the desk
-- (docs/decisions/0091-desk.md).
alter table desk_cases add column first_at timestamptz, add column closed_at timestamptz;
select set_config('sportello.across_customers', 'on', true);
update desk_cases d set first_at = e.first_at, closed_at = case when d.state = 'closed' then coalesce(e.closed_at, d.changed_at) end
  from (
    select customer_code, request_id, min(created_at) as first_at, max(created_at) filter (where kind = 'state' and after = '"closed"') as closed_at
    from desk_entries group by customer_code, request_id
  ) e where e.customer_code = d.customer_code and e.request_id = d.request_id;
-- The figures are read from these indexes alone: what is open, what arrived in a period, and what was closed in it.
drop index desk_cases_open_by_form, desk_cases_open;
create index desk_cases_open_by_form on desk_cases (customer_code, request_id) include (state, assignee, due_on) where state <> 'closed';
create index desk_cases_open on desk_cases (request_id) include (customer_code, state, assignee, due_on) where state <> 'closed';
create index desk_cases_arrived on desk_cases (request_id) include (customer_code, first_at);
create index desk_cases_closed on desk_cases (closed_at) include (customer_code, request_id) where closed_at is not null;
