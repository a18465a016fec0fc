-- The original from which a mail template was translated: its language, and its subject and HTML at that time. If the
-- original has other texts now, the translation is stale. Null: not a translation, or no record, which counts as up to date.
alter table mail_templates add column translated_from jsonb check (jsonb_typeof(translated_from) = 'object');
