-- What was asked for lately, and by whom: an identical request is refused while this stands (wire contract, "Access": forms0023). The primary
-- key makes one of any number of parallel sends the first, without a lock.
create table request_fingerprints (
  customer_code text not null,
  -- SHA-256 of the person, the step, the answers and the files.
  fingerprint bytea not null,
  request_id uuid not null,
  expires_at timestamptz not null,
  primary key (customer_code, fingerprint),
  foreign key (customer_code, request_id) references requests on delete cascade
);

create index request_fingerprints_by_request on request_fingerprints (customer_code, request_id);
create index request_fingerprints_by_end on request_fingerprints (expires_at);

alter table request_fingerprints enable row level security;
alter table request_fingerprints force row level security;
create policy customer_wall on request_fingerprints using (customer_code = current_customer() or across_customers());
create policy operator_wall on request_fingerprints using (customer_code = any (reached_customers()));
grant select, insert, update, delete on request_fingerprints to sportello_server;

-- Takes back all that its statement wrote, and says why by its message.
create function take_back(why text) returns boolean language plpgsql as
  $$ begin raise exception using errcode = 'SP001', message = why; end $$;
grant execute on function take_back to sportello_server;
