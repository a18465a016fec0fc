-- Roles of people who write forms and see no visitor's data. `languages`: those whose texts a translator may change; empty for the other roles.
alter table operators
  drop constraint operators_role_check,
  add constraint operators_role_check check (role in ('viewer', 'translator', 'author', 'publisher', 'operator', 'owner')),
  add column languages text[] not null default '{}';
