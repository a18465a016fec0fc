-- A visitor's request. Its row, answers, files, code, mail, job and idempotency key are written by one statement.
create table requests (
  customer_code text not null references customers,
  id uuid not null default uuidv7(),
  ticket text not null unique,
  otp text,
  state text not null check (state in ('received', 'awaiting_confirmation', 'confirmed', 'processed', 'expired', 'failed')),
  auth_type text not null,
  definition_code_tag text not null,
  definition_version integer not null,
  code_tag text not null,
  lang_code text not null,
  opens_ticket boolean not null,
  email text,
  -- The mailbox, session or address that limits count by.
  person_key text not null,
  content_hash bytea not null,
  summary_html text,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  confirmed_at timestamptz,
  processed_at timestamptz,
  failure text,
  primary key (customer_code, id),
  foreign key (definition_code_tag, definition_version) references definition_versions (code_tag, version)
);

create index requests_by_person on requests (customer_code, person_key, created_at);
create index requests_by_time on requests (customer_code, created_at desc, id);
create index requests_by_email on requests (customer_code, email, created_at desc) where email is not null;
create index requests_to_expire on requests (expires_at) where state = 'awaiting_confirmation';

create table answers (
  customer_code text not null,
  request_id uuid not null,
  form_fields jsonb not null,
  further_questions jsonb,
  primary key (customer_code, request_id),
  foreign key (customer_code, request_id) references requests on delete cascade
);

create table attachments (
  customer_code text not null,
  id uuid not null,
  request_id uuid not null,
  property_code text not null,
  name text not null,
  media_type text not null,
  size bigint not null check (size >= 0),
  sha256 bytea not null,
  created_at timestamptz not null default now(),
  primary key (customer_code, id),
  foreign key (customer_code, request_id) references requests on delete cascade
);

create index attachments_by_request on attachments (customer_code, request_id);

-- Codes of mailed links. Only the hash is kept; the database's clock judges.
create table verification_codes (
  customer_code text not null,
  code_hash bytea not null,
  purpose text not null check (purpose in ('confirm_request')),
  request_id uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (customer_code, code_hash),
  foreign key (customer_code, request_id) references requests on delete cascade
);

create index verification_codes_by_request on verification_codes (customer_code, request_id);

create table mails (
  customer_code text not null,
  id uuid not null default uuidv7(),
  request_id uuid,
  kind text not null check (kind in ('validation', 'success')),
  lang_code text not null,
  recipient text not null,
  -- sent: an SMTP server took it. kept: no SMTP server is configured. failed: given up, waits for a person.
  state text not null default 'queued' check (state in ('queued', 'sent', 'kept', 'failed')),
  attempts integer not null default 0,
  last_error text,
  -- Rendered once, at the first attempt, so that every copy of a retried mail is the same.
  sender text,
  subject text,
  text_body text,
  html_body text,
  created_at timestamptz not null default now(),
  next_attempt_at timestamptz,
  sent_at timestamptz,
  primary key (customer_code, id),
  foreign key (customer_code, request_id) references requests on delete cascade
);

create index mails_by_request on mails (customer_code, request_id);
create index mails_by_state on mails (state, created_at desc, id);

create table idempotency_keys (
  customer_code text not null references customers on delete cascade,
  key text not null check (length(key) between 1 and 255),
  payload_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (customer_code, key)
);

create index idempotency_keys_by_age on idempotency_keys (created_at);
