import { isDeepStrictEqual } from 'node:util'
import { type DraftNode, type DraftOperation, languageOf, type Tag } from '@sportello/contract'
import { type DraftTree, setAt, withoutTexts } from '@sportello/editing'
import type { Operator } from '../../management/operator-session.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { inputError } from '../../platform/http/input-errors.ts'

/**
 * Checks that a change to a draft is allowed for a translator. A translator may only set texts of steps and fields, and
 * only in the branches of the translator's languages.
 * @param tree the affected nodes of the draft before the change
 * @throws ApiError forms_mgmt0001 with the id of the step or field
 */
export async function requireTranslation(
  db: DeploymentDb,
  { languages }: Pick<Operator, 'languages'>,
  codeTag: string,
  operations: readonly DraftOperation[],
  tree: DraftTree,
): Promise<void> {
  const changed = new Map<string, DraftNode>()
  for (const operation of operations) {
    if (operation.type !== 'set') throw inputError(operation.type === 'insert' ? (operation.nodes[0]?.id ?? 'operations') : operation.id, 'texts_only')
    const { id, path, value } = operation
    const node = changed.get(id) ?? tree.get(id)
    if (!node) throw inputError(id, 'absent')
    const content = setAt(node.content, path, value)
    if (content === undefined) throw inputError(id, 'unknown')
    changed.set(id, { ...node, content: content as DraftNode['content'] })
  }
  const paths = new Map([...changed.keys()].map((id) => [id, tree.pathOf(id).map((step) => step.id)]))
  const translated = await stepsInLanguages(db, codeTag, [...new Set([...paths.values()].flat())], languages)
  for (const [id, node] of changed) {
    if (!paths.get(id)?.some((step) => translated.has(step))) throw inputError(id, 'other_language')
    const before = tree.get(id)
    if (!before || !isDeepStrictEqual(withoutTexts(before), withoutTexts(node))) throw inputError(id, 'texts_only')
  }
}

/** Selects, among the given steps, those that are the first step of a branch in one of the given languages. */
async function stepsInLanguages(db: DeploymentDb, codeTag: string, ids: readonly string[], languages: readonly string[]): Promise<ReadonlySet<string>> {
  const steps = await db.selectFrom('draft_nodes').select(['id', 'content']).where('code_tag', '=', codeTag).where('id', 'in', ids).execute()
  return new Set(steps.filter(({ content }) => languages.includes(languageOf(content as unknown as Tag) ?? '')).map(({ id }) => id))
}
