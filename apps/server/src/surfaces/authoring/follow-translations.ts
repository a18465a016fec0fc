import type { DraftNode, DraftOperation } from '@sportello/contract'
import { afterTranslation, contentOperations, DraftTree, followOriginal } from '@sportello/editing'
import { sql } from 'kysely'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'

/**
 * Returns the operations that a change of a draft causes in other languages, and the translations that they affect.
 * Settings and texts follow the original (`followOriginal`), and a text that a translator has changed is up to date
 * again.
 * @param operations operations that can be applied to `tree`
 * @param tree the affected nodes of the draft before the change
 */
export async function followTranslations(
  db: DeploymentDb,
  codeTag: string,
  operations: readonly DraftOperation[],
  tree: DraftTree,
): Promise<{ operations: DraftOperation[]; nodes: DraftNode[] }> {
  const set = new Set(operations.flatMap((operation) => (operation.type === 'set' ? [operation.id] : [])))
  if (set.size === 0) return { operations: [], nodes: [] }
  const changed = new DraftTree(tree.nodes())
  changed.edit(operations)
  const twins = await twinsOf(db, codeTag, [...set])
  const caused: DraftOperation[] = []
  for (const twin of twins) {
    const original = String(twin.content.twin_of)
    const [before, after] = [tree.get(original), changed.get(original)]
    // An author who changes an original and its translation together, or takes such a change back, decides for both.
    if (before && after && !set.has(twin.id)) caused.push(...contentOperations(twin.id, twin.content, followOriginal(before, after, twin)))
  }
  for (const id of set) {
    const [before, after] = [tree.get(id), changed.get(id)]
    if (before?.content.twin_of !== undefined && after) caused.push(...contentOperations(id, after.content, afterTranslation(before, after)))
  }
  return { operations: caused, nodes: twins.filter(({ id }) => !tree.get(id)) }
}

async function twinsOf(db: DeploymentDb, codeTag: string, originals: readonly string[]): Promise<DraftNode[]> {
  const { rows } = await sql<DraftNode>`
    select id, kind, parent, position, content from draft_nodes
    where code_tag = ${codeTag} and content ->> 'twin_of' = any(${originals}) and parent is not null`.execute(db)
  return rows
}
