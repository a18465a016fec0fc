-- Mails that tell requesters of changes of state (docs/decisions/0102-state-mails.md). As for the desk (0107-desk.sql), no foreign key
-- leads to the requests; whoever erases a request deletes its rows here.
--
-- Requests of which a change is to be mailed, and those of which one was mailed. `first_at` is the time of the first change that was
-- not mailed, `due_at` when it is; both are null if none is. `mailbox_hash` is the hash of the address, to find the other requests of
-- the mailbox in the form.
create table state_notices (
  customer_code text not null references customers on delete cascade,
  request_id uuid not null,
  mailbox_hash bytea not null,
  first_at timestamptz,
  due_at timestamptz,
  mailed_at timestamptz,
  -- True once a mail has said that the request is handled together with another one.
  merge_told boolean not null default false,
  primary key (customer_code, request_id),
  check ((first_at is null) = (due_at is null))
);
create index state_notices_due on state_notices (due_at) where due_at is not null;
create index state_notices_by_mailbox on state_notices (customer_code, mailbox_hash);

-- The requests that a mail lists, and their changes as the follow-up page calls them: [{"at", "kind", "text"}].
create table state_mail_requests (
  customer_code text not null references customers on delete cascade,
  request_id uuid not null,
  mail_id uuid not null,
  changes jsonb not null,
  primary key (customer_code, request_id, mail_id)
);
create index state_mail_requests_by_mail on state_mail_requests (customer_code, mail_id);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['state_notices', 'state_mail_requests'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format('create policy customer_wall on %I using (customer_code = current_customer())', tenant_table);
    execute format('create policy operator_wall on %I using ((select across_customers()::text) = ''true'' or customer_code = any (reached_customers()))', tenant_table);
    execute format('grant select, insert, update, delete on %I to sportello_server', tenant_table);
  end loop;
end $$;

alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check
  check (kind in ('validation', 'success', 'recovery', 'desk', 'follow_up_code', 'question', 'states')) not valid;

-- The rows of dropped partitions are deleted afterwards, in batches (as in 0110-ticket-states.sql). A mail about several requests
-- belongs to none of them: it is deleted with the first of them, unless its text is yet to be written.
create function erase_state_mails() returns trigger language plpgsql as $$
declare
  erased bigint;
begin
  if not exists (select from customers where customer_code = old.customer_code) then return old; end if;
  with gone as (
    delete from state_mail_requests where ctid = any (array(
      select ctid from state_mail_requests where customer_code = old.customer_code and request_id >= old.from_id and request_id < old.to_id limit 5000))
    returning customer_code, mail_id
  ), mail as (
    delete from mails m using gone
    where m.customer_code = gone.customer_code and m.id = gone.mail_id and m.request_id is null and (m.state <> 'queued' or m.text_body is not null)
  ) select count(*) into erased from gone;
  if erased > 0 then return null; end if;
  delete from state_notices where ctid = any (array(
    select ctid from state_notices where customer_code = old.customer_code and request_id >= old.from_id and request_id < old.to_id limit 5000));
  get diagnostics erased = row_count;
  if erased > 0 then return null; end if;
  return old;
end $$;
revoke execute on function erase_state_mails from public;
create trigger erase_state_mails before delete on erased_periods for each row execute function erase_state_mails();
