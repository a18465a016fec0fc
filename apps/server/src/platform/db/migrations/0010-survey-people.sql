-- Who sent a survey that is filled in once. Not tied to the request: nobody can tell by it whose answers are whose.
create table survey_people (
  customer_code text not null references customers on delete cascade,
  definition_code_tag text not null references definitions on delete cascade,
  person_hash bytea not null,
  sent_at timestamptz not null default now(),
  primary key (customer_code, definition_code_tag, person_hash)
);

alter table survey_people enable row level security;
alter table survey_people force row level security;
create policy customer_wall on survey_people using (customer_code = current_customer() or across_customers());
grant select, insert, update, delete on survey_people to sportello_server;
