-- What an operator is told of the own sessions. The id opens nothing; `way` is the least that there is for who came in before it was
-- written down, and `browser` a name such as "Firefox, Linux": neither the address nor what the browser said of itself is kept.
alter table operator_sessions
  add column id uuid not null unique default uuidv7(),
  add column way text not null default 'password' check (way in ('link', 'password', 'password+code', 'password+passkey', 'passkey', 'provider')),
  add column browser text;
