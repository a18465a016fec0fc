-- concurrently
-- What is due for erasure is found by customer, state and age; the included moments decide without a look at the rows.
create index concurrently if not exists requests_by_retention on requests (customer_code, state, created_at)
  include (confirmed_at, expires_at, processed_at);
