-- concurrently
-- The lines that the next two files write anew; lines by age, for their retention; hashes of a survey's people that have no key yet.
create index concurrently if not exists audit_lines_with_person on audit_lines (id)
  where (action in ('account.add', 'account.edit', 'account.delete', 'account.recovery')
      and ((subject <> '' and subject !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') or before ?| array['username', 'email'] or after ?| array['username', 'email']))
    or (action in ('person.export', 'person.erase') and length(subject) = 16)
    or (action = 'bundle.import' and jsonb_path_exists(after, '$[*] ? (@.kind == "account" && @.name like_regex "/")'));
create index concurrently if not exists audit_lines_by_age on audit_lines (logged_at);
create index concurrently if not exists mapping_logs_with_person on mapping_logs (id)
  where level_without_person(code_client) = '#' and code_client <> '#' or level_without_person(sub_client) = '#' and sub_client <> '#'
    or level_without_person(sub_client2) = '#' and sub_client2 <> '#' or level_without_person(sub_client3) = '#' and sub_client3 <> '#';
create index concurrently if not exists survey_people_unkeyed on survey_people (customer_code) where octet_length(person_hash) = 32;
-- Personal links whose known data lie open: looked for every minute, to seal them.
create index concurrently if not exists sessions_open_links on sessions (customer_code) where link_id is not null and jsonb_typeof(known_data) = 'object';
