-- Stores one of several submissions in one transaction. What fails takes back only itself; what would wait for another
-- transaction, or fails in another way, is 'busy', and the server stores it alone.
create function try_store_submission(
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
begin
  perform set_config('lock_timeout', '100ms', true);
  begin
    return store_submission(_customer_code, _traceparent, _id, _ticket, _otp, _state, _auth_type, _definition_code_tag, _definition_version,
      _code_tag, _lang_code, _email, _person_key, _content_hash, _summary_html, _opens_ticket, _form_fields,
      _further_questions, _accepted_terms, _tax_codes, _attachments, _encryption_key_id, _confirmation_hash, _link_hours,
      _max_requests, _limit_hours, _idempotency_key, _payload_hash, _receipt, _survey_person, _survey_person_unkeyed,
      _session_hash, _solution_hash, _sender_hashes, _sender_hours, _fingerprint, _fingerprint_hours, _mail_limit);
  exception
    when sqlstate 'SP001' then return sqlerrm;
    when others then return 'busy';
  end;
end $$;
