-- Operators who get the figures of a form by mail every week (docs/decisions/0098-weekly-figures.md).
create table visit_subscriptions (
  customer_code text not null references customers on delete cascade,
  operator text not null references operators on delete cascade on update cascade,
  -- Language of the dashboard in which the operator subscribed.
  lang_code text not null,
  subscribed_at timestamptz not null default now(),
  primary key (customer_code, operator)
);
create index visit_subscriptions_by_operator on visit_subscriptions (operator);

alter table visit_subscriptions enable row level security;
alter table visit_subscriptions force row level security;
create policy customer_wall on visit_subscriptions using (customer_code = current_customer());
create policy operator_wall on visit_subscriptions using ((select across_customers()::text) = 'true' or customer_code = any (reached_customers()));

-- The address that the operator has confirmed. If `email` is another one, that is not confirmed.
alter table operators add column confirmed_email text;

-- Mails to operators: the figures of a week, and the link that confirms an address.
create table operator_mails (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('figures', 'address')),
  -- For figures, the Monday after their week; for an address, the day on which it was to be confirmed.
  day date not null,
  operator text not null references operators on delete cascade on update cascade,
  lang_code text not null,
  recipient text not null,
  -- The form in whose figures the operator asked for the mail; only for an address.
  form text,
  -- As in `mails`. skipped: there was nothing to send, for example because the operator may no longer see the forms.
  state text not null default 'queued' check (state in ('queued', 'sent', 'kept', 'failed', 'skipped')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  -- Only if the mail server may already have accepted the mail: all later attempts send the same texts.
  sender text,
  subject text,
  text_body text,
  html_body text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- One mail for each operator and week.
  unique (kind, day, operator)
);
create index operator_mails_by_operator on operator_mails (operator);
create index operator_mails_queued on operator_mails (next_attempt_at, id) where state = 'queued';

grant select, insert, update, delete on visit_subscriptions, operator_mails to sportello_server;
