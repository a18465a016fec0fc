/** Id of the root step of every definition. */
export const ROOT_ID = 'root'
/** Maximum number of levels of a form's tree below its root. */
export const MAX_TREE_DEPTH = 20
/** Maximum number of characters of the id of a step or field. */
export const MAX_ID_LENGTH = 80
/** Maximum number of nodes that one operation inserts into a draft. */
export const MAX_INSERTED_NODES = 50_000
/** Maximum number of operations in one change of a draft. */
export const MAX_OPERATIONS = 5_000
/** Maximum number of characters of what an operator writes about a published version. */
export const MAX_VERSION_MESSAGE = 500

/** Maximum number of faults that the report of a walk over every path names. */
export const MAX_WALK_FINDINGS = 200
