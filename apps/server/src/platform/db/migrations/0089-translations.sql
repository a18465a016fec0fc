-- Finds the translations of a changed step or field, which follow their original.
create index draft_nodes_by_twin on draft_nodes (code_tag, (content ->> 'twin_of'));
