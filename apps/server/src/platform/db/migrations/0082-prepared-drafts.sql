-- The live version whose nodes a draft was prepared from, before anybody edited it: the first edit of a form of 10,000 steps would otherwise wait until all its
-- nodes are inserted. Null for a draft that somebody edited. To a server of the version before, a prepared draft is a draft without changes.
alter table drafts add column prepared_from integer;
