-- batches
-- The trigger takes the names out.
update audit_lines set subject = subject where (customer_code, id) in (
  select customer_code, id from audit_lines
  where (action in ('account.add', 'account.edit', 'account.delete', 'account.recovery')
      and ((subject <> '' and subject !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') or before ?| array['username', 'email'] or after ?| array['username', 'email']))
    or (action in ('person.export', 'person.erase') and length(subject) = 16)
    or (action = 'bundle.import' and jsonb_path_exists(after, '$[*] ? (@.kind == "account" && @.name like_regex "/")'))
  order by id limit 1000);
