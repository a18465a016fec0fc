-- What a mail of the kind `question` asks for; null for a question, and in the mails of servers of the release before.
alter table mails add column asks text check (asks in ('correction', 'file'));
