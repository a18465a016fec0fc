-- Requests that visitors have saved to go on later (docs/decisions/0100-save-and-resume.md). The key of the mailed link and the
-- customer's key together decrypt the content; the database has only the hash of the link's key.
create table saved_drafts (
  customer_code text not null references customers on delete cascade,
  id uuid not null,
  -- SHA-256 of the link's key.
  link_hash bytea not null,
  -- Keyed hash of the Idempotency-Key of the call that made the draft. Null after the link was opened.
  save_hash bytea,
  -- Keyed hash of what that call contained.
  payload_hash bytea,
  created_at timestamptz not null default now(),
  saved_at timestamptz not null default now(),
  expires_at timestamptz not null,
  definition_code_tag text not null,
  definition_version integer not null,
  lang_code text not null,
  -- Keyed hash of the mailbox, by which a person's drafts are found. Null after the end.
  mailbox_hash bytea,
  -- The customer's key from which the content's key is derived, beside the link's key.
  key_id uuid,
  -- Answers, step and names of the files, encrypted. Null after the end.
  content text,
  second_factor text check (second_factor in ('word', 'phone')),
  second_factor_hash text,
  -- Wrong second factors since the last right one.
  wrong_tries integer not null default 0,
  -- Idempotency keys of submissions of this draft. If one of them is stored, the draft is used.
  submissions text[] not null default '{}',
  submitting_at timestamptz,
  -- Why the draft has ended. The row stays for a while, so that its link can say so.
  ended text check (ended in ('used', 'expired', 'locked', 'deleted', 'replaced')),
  ended_at timestamptz,
  primary key (customer_code, id),
  unique (customer_code, link_hash),
  unique (customer_code, save_hash)
);
create index saved_drafts_by_expiry on saved_drafts (expires_at) where ended is null;
create index saved_drafts_by_end on saved_drafts (ended_at) where ended is not null;
create index saved_drafts_by_mailbox on saved_drafts (mailbox_hash) where mailbox_hash is not null;
create index saved_drafts_submitting on saved_drafts (submitting_at) where ended is null and submitting_at is not null;

-- The files of saved drafts in the store of attachments.
create table saved_draft_files (
  customer_code text not null,
  id uuid not null,
  draft_id uuid not null,
  size bigint not null,
  primary key (customer_code, id),
  foreign key (customer_code, draft_id) references saved_drafts on delete cascade
);
create index saved_draft_files_by_draft on saved_draft_files (customer_code, draft_id);

-- Mails with the links, until they are sent or given up. Address and link are encrypted with the customer's key.
create table saved_draft_mails (
  customer_code text not null,
  draft_id uuid not null,
  recipient text not null,
  link text not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  primary key (customer_code, draft_id),
  foreign key (customer_code, draft_id) references saved_drafts on delete cascade
);
create index saved_draft_mails_due on saved_draft_mails (next_attempt_at, draft_id);

do $$
declare
  name text;
begin
  foreach name in array array['saved_drafts', 'saved_draft_files', 'saved_draft_mails'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy customer_wall on %I using (customer_code = current_customer())', name);
    execute format('create policy operator_wall on %I using ((select across_customers()::text) = ''true'' or customer_code = any (reached_customers()))', name);
  end loop;
end $$;

grant select, insert, update, delete on saved_drafts, saved_draft_files, saved_draft_mails to sportello_server;
