-- batches
update definition_versions set steps = steps_of(document) where (code_tag, version) in (select code_tag, version from definition_versions where steps is null limit 20);
