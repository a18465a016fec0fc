-- Adapts the function that stores a submission to the partitions of the requests (0098).

-- Returns true if a request of any customer has the ticket. For transactions that name one customer.
create function is_ticket_taken(_ticket text) returns boolean language plpgsql volatile as $$
declare taken boolean;
begin
  perform set_config('sportello.across_customers', 'on', true);
  taken := exists (select from requests r where r.ticket = _ticket);
  perform set_config('sportello.across_customers', '', true);
  return taken;
end $$;

-- See 0094-store-submission.sql.
create or replace function store_submission(
  _customer_code text, _traceparent text,
  _id uuid, _ticket text, _otp text, _state text, _auth_type text, _definition_code_tag text, _definition_version integer,
  _code_tag text, _lang_code text, _email text, _person_key text, _content_hash bytea, _summary_html text, _opens_ticket boolean,
  _form_fields jsonb, _further_questions jsonb, _accepted_terms text[], _tax_codes bytea[], _attachments jsonb, _encryption_key_id uuid,
  _confirmation_hash bytea, _link_hours double precision,
  _max_requests integer, _limit_hours double precision,
  _idempotency_key text, _payload_hash bytea, _receipt jsonb,
  _survey_person bytea, _survey_person_unkeyed bytea,
  _session_hash bytea,
  _solution_hash bytea, _sender_hashes bytea[], _sender_hours double precision,
  _fingerprint bytea, _fingerprint_hours double precision,
  _mail_limit integer
) returns text language plpgsql volatile as $$
declare
  has_sent_lately boolean;
  link_ends_at timestamptz;
  mail_id uuid;
begin
  -- The customer for row security. Behind a pooler, somebody else's session may have left the other settings.
  perform set_config('sportello.customer', _customer_code, true), set_config('sportello.traceparent', _traceparent, true),
    set_config('sportello.across_customers', '', true), set_config('sportello.reached_customers', '', true);

  -- The person's limit. The requests of one person are counted and stored one after the other, so that the limit is exact
  -- across all processes. Cancelled requests do not count, and requests whose link has expired (link-state.ts).
  if _max_requests is not null then
    perform pg_advisory_xact_lock(hashtextextended(concat(E'limit\n', _customer_code, E'\n', _person_key), 0));
    if (
      select count(*) from requests r
      where r.customer_code = _customer_code and r.person_key = _person_key and r.created_at > now() - make_interval(secs => _limit_hours * 3600)
        -- Leaves out partitions. The id has the time of the server's clock, which may be wrong by days.
        and r.id >= first_id_at(now() - make_interval(secs => _limit_hours * 3600) - interval '7 days')
        and r.state not in ('expired', 'cancelled') and not (r.state = 'awaiting_confirmation' and r.expires_at <= now() and not exists (
          select from mails m where m.customer_code = r.customer_code and m.request_id = r.id and m.kind = 'validation' and m.state = 'queued'
        ))
    ) >= _max_requests then
      return 'over_limit';
    end if;
  end if;

  -- The idempotency key must be free, or a day old.
  if _idempotency_key is not null then
    insert into idempotency_keys as k (customer_code, key, payload_hash, answer) values (_customer_code, _idempotency_key, _payload_hash, _receipt)
    on conflict (customer_code, key) do update set payload_hash = excluded.payload_hash, answer = excluded.answer, created_at = now()
      where k.created_at <= now() - interval '24 hours';
    if not found then return 'key_taken'; end if;
  end if;

  -- The person must not have answered this survey. Earlier releases stored the hash without the customer's key.
  if _survey_person is not null then
    insert into survey_people (customer_code, definition_code_tag, person_hash)
    select _customer_code, _definition_code_tag, _survey_person where not exists (
      select from survey_people o where o.customer_code = _customer_code and o.definition_code_tag = _definition_code_tag and o.person_hash = _survey_person_unkeyed
    ) on conflict do nothing;
    if not found then perform take_back('sent_before'); end if;
  end if;

  -- The session must neither be used up nor have expired.
  if _session_hash is not null then
    update sessions s set used_at = now()
    where s.customer_code = _customer_code and s.code_hash = _session_hash and s.used_at is null and s.expires_at > now();
    if not found then perform take_back('session_used'); end if;
  end if;

  -- The captcha solution must not be used up. Without a solution, the sender must not have sent a request recently.
  if _solution_hash is not null then
    insert into captcha_solutions as c (customer_code, solution_hash, used_at, expires_at)
    values (_customer_code, _solution_hash, now(), now() + interval '1 hour')
    on conflict (customer_code, solution_hash) do update set used_at = now(), expires_at = excluded.expires_at where c.used_at is null;
    if not found then perform take_back('captcha_used'); end if;
  end if;
  if cardinality(_sender_hashes) > 0 then
    with sender as (
      insert into captcha_senders as s (customer_code, sender_hash, expires_at)
      select _customer_code, hash, now() + make_interval(secs => _sender_hours * 3600) from unnest(_sender_hashes) as hash order by hash
      on conflict (customer_code, sender_hash) do update set expired_at = s.expires_at, expires_at = greatest(s.expires_at, excluded.expires_at)
      returning coalesce(s.expired_at > now(), false) as seen
    ) select bool_or(seen) into has_sent_lately from sender;
    if has_sent_lately and _solution_hash is null then perform take_back('captcha_missing'); end if;
  end if;

  -- The encryption keys must exist, because texts and files could otherwise never be decrypted.
  if exists (
    select from (select _encryption_key_id as key_id union all select key_id from jsonb_to_recordset(_attachments) as f(key_id uuid)) used
    where used.key_id is not null and not exists (select from customer_keys k where k.customer_code = _customer_code and k.id = used.key_id)
  ) then perform take_back('key_gone'); end if;

  -- The unique key of the ticket holds within a partition.
  if is_ticket_taken(_ticket) then
    raise unique_violation using constraint = 'requests_ticket_key', message = 'the ticket exists';
  end if;

  link_ends_at := now() + make_interval(secs => _link_hours * 3600);
  insert into requests (customer_code, id, ticket, otp, state, auth_type, definition_code_tag, definition_version, code_tag, lang_code,
    email, person_key, content_hash, summary_html, opens_ticket, expires_at, confirmed_at)
  values (_customer_code, _id, _ticket, _otp, _state, _auth_type, _definition_code_tag, _definition_version, _code_tag, _lang_code,
    _email, _person_key, _content_hash, _summary_html, _opens_ticket, link_ends_at, case when _state = 'confirmed' then now() end);

  -- The person must not have sent the same request, unless that one is cancelled or its link has expired. Comes after the
  -- request, to which the row refers.
  if _fingerprint is not null then
    insert into request_fingerprints as f (customer_code, fingerprint, request_id, expires_at)
    values (_customer_code, _fingerprint, _id, now() + make_interval(secs => _fingerprint_hours * 3600))
    on conflict (customer_code, fingerprint) do update set request_id = excluded.request_id, expires_at = excluded.expires_at
      where f.expires_at <= now() or exists (
        select from requests r where r.customer_code = f.customer_code and r.id = f.request_id and (
          r.state in ('expired', 'cancelled') or (r.state = 'awaiting_confirmation' and r.expires_at <= now() and not exists (
            select from mails m where m.customer_code = r.customer_code and m.request_id = r.id and m.kind = 'validation' and m.state = 'queued'
          ))
        )
      );
    if not found then perform take_back('identical'); end if;
  end if;

  -- The mailbox must not have received too many mails with unconfirmed links.
  if _mail_limit is not null and count_mail(_person_key, _mail_limit) is not true then perform take_back('too_many_mails'); end if;

  insert into answers (customer_code, request_id, form_fields, further_questions, accepted_terms)
  values (_customer_code, _id, _form_fields, _further_questions, _accepted_terms);
  if cardinality(_tax_codes) > 0 then
    insert into tax_codes (customer_code, request_id, code_hash) select _customer_code, _id, unnest(_tax_codes);
  end if;
  if _attachments <> '[]' then
    insert into attachments (customer_code, id, request_id, property_code, name, media_type, size, sha256, key_id, scanned_at)
    select _customer_code, f.id, _id, f.property_code, f.name, f.media_type, f.size, decode(f.sha256, 'hex'), f.key_id, case when f.scanned then now() end
    from jsonb_to_recordset(_attachments) as f(id uuid, property_code text, name text, media_type text, size bigint, sha256 text, key_id uuid, scanned boolean);
  end if;
  if _confirmation_hash is not null then
    insert into verification_codes (customer_code, code_hash, purpose, request_id, expires_at)
    values (_customer_code, _confirmation_hash, 'confirm_request', _id, link_ends_at);
    insert into mails (customer_code, request_id, kind, lang_code, recipient) values (_customer_code, _id, 'validation', _lang_code, _email)
    returning id into mail_id;
    perform enqueue('send_mail', _customer_code, mail_id);
  end if;
  if _state = 'confirmed' then perform enqueue('process_request', _customer_code, _id); end if;
  return 'stored';
end $$;
