-- concurrently
drop index concurrently if exists requests_with_content_hash;
