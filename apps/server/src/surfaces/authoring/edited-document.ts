import type { Definition } from '@sportello/contract'
import { DraftTree, definitionOf } from '@sportello/editing'
import { draftNodes, liveDocument, type StoredDefinition } from '../../catalogue/definitions/queries.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'

/**
 * Returns the document that authors edit: the draft of a form definition, or its live version; undefined for a
 * definition without steps.
 */
export async function editedDocument(db: DeploymentDb, stored: StoredDefinition): Promise<Definition | undefined> {
  if (!stored.hasDraft) return liveDocument(db, stored.code_tag)
  return definitionOf(new DraftTree(await draftNodes(db, stored)))
}
