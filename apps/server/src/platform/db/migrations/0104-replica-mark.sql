-- One row, which the processes renew each second if there are replicas. A replica that shows a mark has everything that was
-- committed before the mark was written.
create table replica_mark (
  only_row boolean primary key default true check (only_row),
  written_at timestamptz not null default clock_timestamp()
);
insert into replica_mark default values;
grant select, update (written_at) on replica_mark to sportello_server;

-- When the operator last made a call that may change something: for a while, what the operator reads then comes from the primary.
alter table operator_sessions add column changed_at timestamptz;
