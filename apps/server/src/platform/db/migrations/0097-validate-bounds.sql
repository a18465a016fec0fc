alter table requests validate constraint requests_before_bound;
alter table answers validate constraint answers_before_bound;
alter table attachments validate constraint attachments_before_bound;
alter table deliveries validate constraint deliveries_before_bound;
alter table mails validate constraint mails_before_bound;
alter table tax_codes validate constraint tax_codes_before_bound;
alter table verification_codes validate constraint verification_codes_before_bound;
