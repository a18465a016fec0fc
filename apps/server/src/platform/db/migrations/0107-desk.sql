-- The operators' work on requests (docs/decisions/0091-desk.md). A request without a row has the state `open`, nobody's name, no date
-- and no label. No foreign key leads to the requests, because their partitions could not be dropped quickly then; whoever
-- erases a request deletes its rows here.
create table desk_cases (
  customer_code text not null references customers on delete cascade,
  request_id uuid not null,
  state text not null default 'open',
  assignee text,
  due_on date,
  version integer not null default 0,
  changed_at timestamptz not null default now(),
  primary key (customer_code, request_id)
);
-- Requests in work, from the newest on, of a form and of all forms. Ids of requests are in the order of their times.
create index desk_cases_open_by_form on desk_cases (customer_code, request_id) where state <> 'closed';
create index desk_cases_open on desk_cases (request_id) where state <> 'closed';
create index desk_cases_by_state on desk_cases (state, request_id);
create index desk_cases_by_assignee on desk_cases (assignee, request_id) where state <> 'closed';
create index desk_cases_of_assignee on desk_cases (assignee, state, request_id) where assignee is not null;
create index desk_cases_due on desk_cases (due_on, request_id) where state <> 'closed' and due_on is not null;
create index desk_cases_changed on desk_cases (changed_at);

create table desk_labels (
  customer_code text not null references customers on delete cascade,
  request_id uuid not null,
  label text not null,
  primary key (customer_code, request_id, label)
);
create index desk_labels_by_label on desk_labels (label, request_id);

-- What operators did with a request, and their notes. `note` is encrypted like the answers.
create table desk_entries (
  customer_code text not null references customers on delete cascade,
  request_id uuid not null,
  id uuid not null default uuidv7(),
  created_at timestamptz not null default now(),
  operator text not null,
  kind text not null check (kind in ('state', 'assignee', 'due_on', 'labels', 'note')),
  before jsonb,
  after jsonb,
  note text,
  primary key (customer_code, request_id, id)
);
create index desk_entries_plain on desk_entries (customer_code, id) where note is not null and not starts_with(note, 'sealed1.');

alter table desk_cases enable row level security;
alter table desk_cases force row level security;
alter table desk_labels enable row level security;
alter table desk_labels force row level security;
alter table desk_entries enable row level security;
alter table desk_entries force row level security;
create policy customer_wall on desk_cases using (customer_code = current_customer());
create policy operator_wall on desk_cases using ((select across_customers()::text) = 'true' or customer_code = any (reached_customers()));
create policy customer_wall on desk_labels using (customer_code = current_customer());
create policy operator_wall on desk_labels using ((select across_customers()::text) = 'true' or customer_code = any (reached_customers()));
create policy customer_wall on desk_entries using (customer_code = current_customer());
create policy operator_wall on desk_entries using ((select across_customers()::text) = 'true' or customer_code = any (reached_customers()));
grant select, insert, update, delete on desk_cases, desk_labels, desk_entries to sportello_server;

-- As before (0101-drop-partitions-quickly.sql), and deletes the operators' work on the requests of the period.
create or replace function drop_request_partition(_suffix text, ends jsonb) returns bigint language plpgsql as $$
declare
  period request_partitions;
  part text;
  counted jsonb;
begin
  select * into strict period from request_partitions where suffix = _suffix;
  perform set_config('sportello.across_customers', 'on', true), set_config('lock_timeout', '200ms', true);
  -- Once no request of the period has a state that goes on, and nothing is queued, only an operator can change that. Operators'
  -- actions take the same lock, shared (holdRetention), so what this function reads next holds until it has ended.
  perform pg_advisory_xact_lock(hashtextextended('retention', 0));
  if is_partition_kept(period.from_id, period.to_id, ends) then return null; end if;
  select coalesce(jsonb_agg(c), '[]') into counted from (
    select r.customer_code as form, r.state, count(*) as requests from requests r where r.id >= period.from_id and r.id < period.to_id group by 1, 2
  ) c;
  insert into audit_lines (operator, action, subject, customer_code, after)
  select '', 'request.retention', c.state, c.form, jsonb_build_object('requests', c.requests, 'days', e.days)
  from jsonb_to_recordset(counted) as c(form text, state text, requests bigint) join jsonb_to_recordset(ends) as e(form text, state text, days float8) using (form, state);

  lock table only requests, only answers, only attachments, only deliveries, only mails, only tax_codes, only verification_codes in access exclusive mode;
  -- Servers of the release before this file do not take the lock of retention. What their operators have just continued is found
  -- by its state, through indexes.
  if exists (select from requests r where r.id >= period.from_id and r.id < period.to_id and r.state in ('received', 'awaiting_confirmation', 'confirmed'))
    or exists (select from mails m where m.request_id >= period.from_id and m.request_id < period.to_id and m.state = 'queued')
    or exists (select from deliveries d where d.request_id >= period.from_id and d.request_id < period.to_id and d.state = 'queued')
  then
    -- Takes back the entries in the audit log; the tables count as busy, and the next attempt looks again.
    raise lock_not_available using message = 'a request was continued';
  end if;
  delete from request_fingerprints where request_id >= period.from_id and request_id < period.to_id;
  foreach part in array array['desk_cases', 'desk_labels', 'desk_entries'] loop
    execute format('delete from %I d using (select distinct form from jsonb_to_recordset($1) as c(form text)) c
      where d.customer_code = c.form and d.request_id >= $2 and d.request_id < $3', part) using counted, period.from_id, period.to_id;
  end loop;
  foreach part in array array['answers', 'attachments', 'deliveries', 'mails', 'tax_codes', 'verification_codes', 'requests'] loop
    execute format('drop table %I', part || _suffix);
  end loop;
  return (select coalesce(sum(requests), 0) from jsonb_to_recordset(counted) as c(requests bigint));
end $$;
