-- A draft as a tree of steps and fields, so that an edit changes the rows of what it edits and not the document of 10,000 steps, and as the log of its changes.
-- The column `definitions.draft` is what servers of the version before write; it is moved into the tables when the draft is next used.
alter table definitions add column change_sequence bigint not null default 0;

create table drafts (
  code_tag text primary key references definitions on delete cascade,
  -- Steps that are part of the form, for the list of definitions.
  steps integer not null,
  begun_at timestamptz not null default now()
);

create table draft_nodes (
  code_tag text not null references drafts on delete cascade,
  id text not null check (length(id) between 1 and 80),
  kind text not null check (kind in ('step', 'field')),
  -- The step that holds the node; null for the root and for a removed node.
  parent text,
  position text collate "C" not null,
  content jsonb not null,
  primary key (code_tag, id)
);
create index draft_nodes_by_parent on draft_nodes (code_tag, parent);

-- The changes of all authors in their order. `kind` is edit, undo, redo, or reset: the draft was published, discarded or replaced.
create table draft_changes (
  code_tag text not null references definitions on delete cascade,
  sequence bigint not null,
  id uuid not null,
  username text not null,
  kind text not null check (kind in ('edit', 'undo', 'redo', 'reset')),
  of_sequence bigint,
  operations jsonb not null,
  inverse jsonb not null,
  changed_at timestamptz not null default now(),
  primary key (code_tag, sequence),
  unique (code_tag, id)
);
create index draft_changes_by_author on draft_changes (code_tag, username, sequence);
create index draft_changes_by_time on draft_changes (changed_at);

grant select, insert, update, delete on drafts, draft_nodes, draft_changes to sportello_server;
