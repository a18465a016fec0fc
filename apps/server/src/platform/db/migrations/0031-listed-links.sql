-- Operators list and revoke personal links and partners' credentials. A link is named by an id: its code is kept as a hash alone.
alter table sessions add column link_id uuid, add column made_by text, add column revoked_at timestamptz;
create unique index sessions_by_link on sessions (customer_code, link_id) where link_id is not null;

alter table credentials add column made_by text, add column last_used_at timestamptz;
