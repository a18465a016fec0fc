-- concurrently
-- Whether a version of a definition has requests: a version without any was found by reading all requests.
create index concurrently if not exists requests_by_definition on requests (definition_code_tag, definition_version);
