-- Operators' own lists of requests: a name for filters and an order. `customers` are the forms that the operator could manage
-- when the view was shared; null for all.
create table saved_views (
  id uuid primary key default uuidv7(),
  operator text not null references operators on delete cascade on update cascade,
  name text not null,
  filters jsonb not null,
  sort text,
  is_shared boolean not null default false,
  customers text[],
  unique (operator, name)
);
create index saved_views_shared on saved_views (name) where is_shared;
grant select, insert, update, delete on saved_views to sportello_server;
