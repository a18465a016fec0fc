-- What lists of definitions show of a document, stored beside it: a list read every document, 51 ms for each form of 10,000 steps.
alter table definition_versions add column steps integer;
alter table definitions add column draft_steps integer, add column draft_description text;

create function steps_of(document jsonb) returns integer language sql immutable as $$
  select count(*)::integer from jsonb_path_query(document, 'strict $.**.code_tag')
$$;

create function size_version() returns trigger language plpgsql as $$
begin
  new.steps := steps_of(new.document);
  return new;
end $$;

create trigger definition_versions_are_sized before insert on definition_versions for each row execute function size_version();

create function size_draft() returns trigger language plpgsql as $$
begin
  new.draft_steps := case when new.draft is not null then steps_of(new.draft) end;
  new.draft_description := new.draft ->> 'tag_description';
  return new;
end $$;

create trigger drafts_are_sized before insert or update of draft on definitions for each row execute function size_draft();

-- A version stays what it was; the count of one from before is filled in once.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.steps is null and new.steps = steps_of(old.document)
    and (new.code_tag, new.version, new.document, new.document_hash, new.published_at) is not distinct from
      (old.code_tag, old.version, old.document, old.document_hash, old.published_at) then
    return new;
  end if;
  raise exception 'a published version of % is immutable', old.code_tag using hint = 'Publish a new version instead.';
end $$;
