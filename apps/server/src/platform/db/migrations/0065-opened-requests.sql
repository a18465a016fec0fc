-- concurrently
-- Whether an operator has opened a request before is asked at each refresh of its details.
create index concurrently if not exists audit_lines_opened on audit_lines (subject, operator, logged_at) where action = 'request.open';
