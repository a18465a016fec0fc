-- concurrently
-- Hashes of what was asked for, which answers could be tried against: found here for the next file to erase.
create index concurrently if not exists requests_with_content_hash on requests (id) where content_hash <> ''::bytea;
