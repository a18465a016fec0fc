-- Who may manage the deployment, for a while: the value of the auth route is the credential. Only its hash is kept.
create table operator_sessions (
  credential_hash bytea primary key,
  username text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  revoked_at timestamptz
);

grant select, insert, update, delete on operator_sessions to sportello_server;
