-- What a mail of the kind `question` asks for; null for a question, and in the mails of servers of the release before. `not valid`,
-- because a check of the rows would read all mails while nobody can use the table; they all have null.
alter table mails add column asks text, add constraint mails_asks_check check (asks in ('correction', 'file')) not valid;
