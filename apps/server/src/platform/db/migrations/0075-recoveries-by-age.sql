-- concurrently
-- What is over is deleted by its age.
create index concurrently if not exists recovery_wishes_by_time on recovery_wishes (created_at);
create index concurrently if not exists recovery_codes_by_end on recovery_codes (expires_at);
