-- concurrently
drop index concurrently if exists audit_lines_with_person;
drop index concurrently if exists mapping_logs_with_person;
