-- A ticket that goes to a desk by mail; `destination` is what its form calls that desk.
alter table mails drop constraint mails_kind_check, add constraint mails_kind_check check (kind in ('validation', 'success', 'recovery', 'desk'));
alter table mails add column destination text check (destination is null or kind = 'desk');
create unique index mails_by_destination on mails (customer_code, request_id, destination) where destination is not null;

-- A request that was opened is failed exactly while one of its destinations has been given up (docs/decisions/0022-destinations.md). Its row
-- is held first, so that of two that end at once the second sees the first.
create function settle_request(customer text, request uuid) returns void language plpgsql as $$
declare lost text;
begin
  perform from requests where customer_code = customer and id = request for update;
  select string_agg(format('%s: %s', destination, why), '; ' order by destination) into lost from (
    select destination, last_error as why from deliveries where customer_code = customer and request_id = request and state = 'dead'
    union all
    select destination, last_error from mails where customer_code = customer and request_id = request and kind = 'desk' and state = 'failed'
  ) as given_up;
  update requests set state = case when lost is null then 'processed' else 'failed' end, failure = left(lost, 1000)
  where customer_code = customer and id = request and processed_at is not null and state in ('processed', 'failed');
end $$;
revoke execute on function settle_request from public;
grant execute on function settle_request to sportello_server;
