-- The keys of the counts of visits contain the counts, so that the figures of a year are read from the index alone. The rows
-- of one form are scattered over the table among those of the other forms: a year of a busy form took 15,000 pages of the
-- table, and takes 350 of the index.
alter table visit_counts
  drop constraint visit_counts_pkey,
  add primary key (customer_code, day, kind, version, lang_code, subject, detail) include (count);
alter table visit_months
  drop constraint visit_months_pkey,
  add primary key (customer_code, day, kind, version, lang_code, subject, detail) include (count);
