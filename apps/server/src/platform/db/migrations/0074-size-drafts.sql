-- batches
-- The trigger counts.
update definitions set draft = draft where code_tag in (select code_tag from definitions where draft is not null and draft_steps is null limit 20);
