alter table requests drop constraint requests_state_check;
alter table requests add constraint requests_state_check
  check (state in ('received', 'awaiting_confirmation', 'confirmed', 'processed', 'expired', 'failed', 'cancelled'));

-- Operators look for the beginning of an address, in either case. Compared by bytes: row security lets only such comparisons use an index.
alter table requests add column email_key text generated always as (lower(email)) stored;

create index requests_newest on requests (created_at desc, id desc);
create index requests_newest_by_state on requests (state, created_at desc, id desc);
create index requests_by_email_key on requests (email_key collate "C") where email_key is not null;
create index requests_by_ticket_start on requests (ticket collate "C");

alter table mails add column recipient_key text generated always as (lower(recipient)) stored;
create index mails_newest on mails (created_at desc, id desc);
create index mails_by_recipient_key on mails (recipient_key collate "C");
