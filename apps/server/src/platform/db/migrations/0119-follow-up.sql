-- The page on which a requester follows a request (docs/decisions/0101-follow-up.md). As for the desk (0107-desk.sql), no foreign
-- key leads to the requests; whoever erases a request deletes its rows here.
create table follow_up_sessions (
  customer_code text not null references customers on delete cascade,
  token_hash bytea not null,
  request_id uuid not null,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  -- The mail whose code opens the answers. The code is derived from its id.
  code_mail uuid,
  code_until timestamptz,
  code_tries smallint not null default 0,
  open_until timestamptz,
  primary key (customer_code, token_hash)
);
create index follow_up_sessions_by_request on follow_up_sessions (customer_code, request_id);
create index follow_up_sessions_by_use on follow_up_sessions (used_at);

-- What a requester said about a request: that it is withdrawn, and how satisfied he is. `comment` is encrypted like the answers.
create table follow_ups (
  customer_code text not null references customers on delete cascade,
  request_id uuid not null,
  withdrawn_at timestamptz,
  score smallint check (score between 1 and 5),
  comment text,
  scored_at timestamptz,
  primary key (customer_code, request_id)
);
create index follow_ups_plain on follow_ups (customer_code, request_id) where comment is not null and not starts_with(comment, 'sealed1.');

-- Messages between the desk and the requester. `body` is encrypted like the answers. `read_at` is set once the other side has seen it.
create table request_messages (
  customer_code text not null references customers on delete cascade,
  request_id uuid not null,
  id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  sender text not null check (sender in ('desk', 'requester')),
  operator text,
  kind text not null check (kind in ('question', 'correction', 'file')),
  body text not null,
  properties jsonb not null default '[]',
  read_at timestamptz,
  primary key (customer_code, request_id, id)
);
create index request_messages_unread on request_messages (customer_code, request_id) where sender = 'requester' and read_at is null;
create index request_messages_plain on request_messages (customer_code, id) where not starts_with(body, 'sealed1.');

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['follow_up_sessions', 'follow_ups', 'request_messages'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format('create policy customer_wall on %I using (customer_code = current_customer())', tenant_table);
    execute format('create policy operator_wall on %I using ((select across_customers()::text) = ''true'' or customer_code = any (reached_customers()))', tenant_table);
    execute format('grant select, insert, update, delete on %I to sportello_server', tenant_table);
  end loop;
end $$;

alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check
  check (kind in ('validation', 'success', 'recovery', 'desk', 'follow_up_code', 'question')) not valid;
alter table failed_logins drop constraint failed_logins_kind_check;
alter table failed_logins add constraint failed_logins_kind_check check (kind in ('login', 'recovery', 'follow_up')) not valid;
alter table desk_entries drop constraint desk_entries_kind_check;
alter table desk_entries add constraint desk_entries_kind_check
  check (kind in ('state', 'assignee', 'due_on', 'labels', 'note', 'merged', 'absorbed', 'withdrawn')) not valid;

-- As before (0116-merged-requests.sql), and deletes what belongs to the follow-up pages.
create or replace function erase_leftovers(most integer) returns boolean language plpgsql as $$
declare
  period erased_periods;
  part text;
  erased bigint;
begin
  perform set_config('sportello.across_customers', 'on', true);
  select * into period from erased_periods order by customer_code, from_id limit 1 for update skip locked;
  if not found then return false; end if;
  foreach part in array array['desk_cases', 'desk_labels', 'desk_entries', 'desk_merges', 'search_words', 'follow_up_sessions', 'follow_ups', 'request_messages'] loop
    execute format('delete from %I where ctid = any (array(
      select ctid from %I where customer_code = $1 and request_id >= $2 and request_id < $3 limit $4))', part, part)
      using period.customer_code, period.from_id, period.to_id, most;
    get diagnostics erased = row_count;
    if erased > 0 then return true; end if;
  end loop;
  delete from desk_merges where customer_code = period.customer_code and into_id >= period.from_id and into_id < period.to_id;
  delete from erased_periods where customer_code = period.customer_code and from_id = period.from_id;
  return true;
end $$;
