-- concurrently
-- Jobs that a worker holds, and jobs that are not tried any more, among any number that wait: looked for every few seconds.
create index concurrently if not exists sportello_locked_jobs on graphile_worker._private_jobs (locked_by, locked_at) where locked_by is not null;
create index concurrently if not exists sportello_given_up_jobs on graphile_worker._private_jobs (id) where attempts >= max_attempts;
