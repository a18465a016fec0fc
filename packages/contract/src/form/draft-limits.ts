/** Id of the root step in every form definition. */
export const ROOT_ID = 'root'
/** Maximum number of levels of steps below the root of a form. */
export const MAX_TREE_DEPTH = 20
/** Maximum length of the id of a step or field, in characters. */
export const MAX_ID_LENGTH = 80
/** Maximum number of nodes that a single operation can insert into a draft. */
export const MAX_INSERTED_NODES = 50_000
/** Maximum number of operations in a single change of a draft. */
export const MAX_OPERATIONS = 5_000
/** Maximum length of the reason why a step exists in one language only, in characters. */
export const MAX_REASON = 300
/** Maximum length of an operator's message about a published version, in characters. */
export const MAX_VERSION_MESSAGE = 500

/** Maximum number of problems that are listed in the report of the check that tries every path. */
export const MAX_WALK_FINDINGS = 200
