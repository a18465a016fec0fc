-- Publications that were asked for, because the deployment wants a second person, or that wait for a moment. The document is frozen, so that nothing is published that nobody
-- has judged. Afterwards the rows say who judged and why, but no longer hold the document.
create table publications (
  id uuid primary key default gen_random_uuid(),
  code_tag text not null references definitions on delete cascade,
  document jsonb,
  -- Sequence of the draft's last change when the document was frozen, to tell that the draft has changed since.
  draft_sequence integer not null,
  message text,
  asked_by text not null,
  asked_at timestamptz not null default now(),
  -- Null for a publication at once.
  publish_at timestamptz,
  state text not null check (state in ('asked', 'planned', 'published', 'sent_back', 'withdrawn', 'failed')),
  judged_by text,
  judged_at timestamptz,
  comment text,
  check ((document is not null) = (state in ('asked', 'planned')))
);
create unique index publications_open on publications (code_tag) where state in ('asked', 'planned');
create index publications_by_definition on publications (code_tag, asked_at desc);
create index publications_due on publications (publish_at) where state = 'planned';

grant select, insert, update, delete on publications to sportello_server;
