-- Who published a version of a definition, and what the person wrote about it. Null for versions that a command or an
-- earlier version of the server published.
alter table definition_versions add column published_by text, add column message text;
