-- Roles of people who only work on requests (docs/decisions/0095-desk-roles.md).
alter table operators
  drop constraint operators_role_check,
  add constraint operators_role_check check (role in ('viewer', 'translator', 'author', 'publisher', 'agent', 'supervisor', 'operator', 'owner'));
