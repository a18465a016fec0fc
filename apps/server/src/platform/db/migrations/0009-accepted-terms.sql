-- Which conditions the visitor accepted, by the ids of their fields; the request names the version in which they stood.
alter table answers add column accepted_terms text[] not null default '{}';
