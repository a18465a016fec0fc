-- batches
-- The trigger takes the addresses and tax codes out.
update mapping_logs set code_client = code_client where (customer_code, id) in (
  select customer_code, id from mapping_logs
  where level_without_person(code_client) = '#' and code_client <> '#' or level_without_person(sub_client) = '#' and sub_client <> '#'
    or level_without_person(sub_client2) = '#' and sub_client2 <> '#' or level_without_person(sub_client3) = '#' and sub_client3 <> '#'
  order by id limit 1000);
