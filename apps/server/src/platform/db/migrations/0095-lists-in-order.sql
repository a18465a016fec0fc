-- concurrently
-- The dashboard reads requests of a form and mails of a state from the newest on, equal times by descending id. The indexes
-- that these replace had ascending ids there, so that PostgreSQL could not read in that order.
create index concurrently if not exists requests_newest_by_form on requests (customer_code, created_at desc, id desc);
create index concurrently if not exists mails_newest_by_state on mails (state, created_at desc, id desc);
drop index concurrently if exists requests_by_time;
drop index concurrently if exists mails_by_state;
