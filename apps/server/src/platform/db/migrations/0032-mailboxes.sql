-- How many mails an address has been sent that nobody has confirmed, over all forms: what a stranger types must not be used to bury somebody in mails.
-- It belongs to no customer, and names the address by its hash alone.
create table mailboxes (
  -- SHA-256 of `email:` and the canonical address.
  mailbox_hash bytea primary key,
  unconfirmed int not null,
  ends_at timestamptz not null
);
create index mailboxes_by_end on mailboxes (ends_at);
grant select, insert, update, delete on mailboxes to sportello_server;

-- Counts one more unconfirmed mail to a mailbox. Null where it may have no more: of any number at once just as many as the limit are counted.
create function count_mail(mailbox text, mails int) returns boolean language sql as $$
  insert into mailboxes as m (mailbox_hash, unconfirmed, ends_at) values (sha256(convert_to(mailbox, 'UTF8')), 1, now() + interval '1 day')
  on conflict (mailbox_hash) do update set
    unconfirmed = case when m.ends_at <= now() then 1 else m.unconfirmed + 1 end,
    ends_at = case when m.ends_at <= now() then excluded.ends_at else m.ends_at end
    where m.ends_at <= now() or m.unconfirmed < mails
  returning true
$$;
grant execute on function count_mail to sportello_server;
