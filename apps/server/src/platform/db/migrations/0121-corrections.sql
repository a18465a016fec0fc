-- Corrections of answers and further files (docs/decisions/0103-corrections.md). `reply_to` is the message of the desk that a message of
-- the requester answers; each is answered once. `changes` are the answers before and after, encrypted like the answers themselves.
-- `files` are ids of attachments.
alter table request_messages add column reply_to uuid, add column changes text, add column files jsonb not null default '[]';
create unique index request_messages_by_reply on request_messages (customer_code, request_id, reply_to) where reply_to is not null;
drop index request_messages_plain;
create index request_messages_plain on request_messages (customer_code, id)
  where not starts_with(body, 'sealed1.') or (changes is not null and not starts_with(changes, 'sealed1.'));
