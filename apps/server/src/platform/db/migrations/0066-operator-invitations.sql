-- A link by which an operator sets a password of their own, once. Only its hash is kept.
create table operator_invitations (
  code_hash bytea primary key,
  username text not null references operators on update cascade on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index operator_invitations_by_operator on operator_invitations (username);
grant select, insert, update, delete on operator_invitations to sportello_server;
