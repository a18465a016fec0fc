-- Names of the recorded tests that failed when somebody planned the publication and gave a reason. At the planned moment only other tests stop it.
alter table publications add column failing_tests text[] not null default '{}';
