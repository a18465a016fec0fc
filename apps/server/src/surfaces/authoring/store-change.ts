import { isDeepStrictEqual } from 'node:util'
import { type Definition, type DraftChange, type DraftNode, type DraftOperation, type InputFault, MAX_TREE_DEPTH, ROOT_ID } from '@sportello/contract'
import { malformedContent } from '@sportello/contract/schemas'
import { DraftTree, type EditFault, EditRejected, isPosition, valueAt } from '@sportello/editing'
import { sql } from 'kysely'
import { insertNodes, logChange, reachableSteps } from '../../catalogue/definitions/queries.ts'
import { cleanDefinition } from '../../catalogue/definitions/rules.ts'
import type { Operator } from '../../management/operator-session.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { inputError, invalidInput } from '../../platform/http/input-errors.ts'
import { bareDefinition, withSecretsOf } from '../bundle/rules.ts'
import { followTranslations } from './follow-translations.ts'
import { requireTranslation } from './require-translation.ts'

/**
 * Maps each reason for rejecting an author's operation on a draft to an error code. The dashboard shows a message for
 * each
 * code.
 */
const REASONS: Readonly<Record<EditFault, InputFault>> = {
  unknown_node: 'absent',
  duplicate_id: 'twice',
  root: 'fixed',
  wrong_parent: 'not_a_step',
  cycle: 'inside_itself',
  too_deep: 'too_deep',
  bad_path: 'unknown',
}

/**
 * Applies a change to the draft of a form definition and stores it. Reads and writes only the affected nodes.
 * @param db a transaction that holds the lock of `lockDefinition`; the draft must exist
 * @returns the change as it was stored: with cleaned HTML and without secrets
 * @throws ApiError forms_mgmt0001 if the change contradicts the draft, makes a node invalid, or exceeds the rights of a
 * translator
 */
export async function storeChange(
  db: DeploymentDb,
  operator: Pick<Operator, 'username' | 'role' | 'languages'>,
  codeTag: string,
  change: DraftChange,
): Promise<DraftChange & { sequence: number }> {
  for (const operation of change.operations) requirePositions(operation)
  const tree = new DraftTree(await concernedNodes(db, codeTag, change.operations))
  if (operator.role === 'translator') await requireTranslation(db, operator, codeTag, change.operations, tree)
  // Rejects operations that do not fit the draft before anything is derived from them.
  tree.revert(applyTo(tree, change.operations))
  const caused = await followTranslations(db, codeTag, change.operations, tree)
  const whole = caused.nodes.length === 0 ? tree : new DraftTree([...tree.nodes(), ...caused.nodes])
  return storeInTree(db, operator.username, codeTag, { ...change, operations: [...change.operations, ...caused.operations] }, whole)
}

/** Applies a change to a draft whose nodes the caller has already read, and stores the change. */
export async function storeInTree(
  db: DeploymentDb,
  username: string,
  codeTag: string,
  change: DraftChange,
  tree: DraftTree,
): Promise<DraftChange & { sequence: number }> {
  const steps = reachableSteps(tree)
  const before = new Map([...tree.nodes()].map((node) => [node.id, node]))
  const applied = applyTo(tree, change.operations)
  const touched = new Map([...new Set(applied.replaced.map(([id]) => id))].map((id) => [id, ready(tree.get(id), before.get(id))]))
  const inserted = [...touched.values()].filter(({ id }) => !before.has(id))
  const edited = [...touched.values()].filter(({ id, content }) => before.has(id) && before.get(id)?.content !== content)
  const placed = [...touched.values()].filter(({ id, parent, position }) => {
    const old = before.get(id)
    return old && (old.parent !== parent || old.position !== position)
  })
  if (inserted.length > 0) await insertNodes(db, codeTag, inserted)
  if (edited.length > 0)
    await sql`
      update draft_nodes n set content = r.content
      from jsonb_to_recordset(${JSON.stringify(edited)}::jsonb) as r(id text, content jsonb) where n.code_tag = ${codeTag} and n.id = r.id`.execute(db)
  if (placed.length > 0)
    await sql`
      update draft_nodes n set parent = r.parent, position = r.position
      from jsonb_to_recordset(${JSON.stringify(placed)}::jsonb) as r(id text, parent text, position text) where n.code_tag = ${codeTag} and n.id = r.id`.execute(
      db,
    )
  const more = reachableSteps(tree) - steps
  if (more !== 0)
    await db
      .updateTable('drafts')
      .set({ steps: sql<number>`steps + ${more}` })
      .where('code_tag', '=', codeTag)
      .execute()
  const stored = {
    ...change,
    operations: change.operations.map((operation) => asStored(operation, tree, touched)),
    inverse: applied.inverse.map((operation) => withoutSecret(operation, before)),
  }
  const { inverse: _inverse, ...shown } = stored
  return { ...shown, sequence: await logChange(db, codeTag, { ...stored, username }) }
}

/**
 * Reads only the part of a draft that a change affects: the nodes that its operations name, the ancestors of these
 * nodes,
 * and the branches that it moves or deletes. Reads the content of a node only if the change sets properties of the
 * node.
 */
async function concernedNodes(db: DeploymentDb, codeTag: string, operations: readonly DraftOperation[]): Promise<DraftNode[]> {
  const named = operations.flatMap((each) => (each.type === 'insert' ? each.nodes.flatMap(({ id, parent }) => [id, parent]) : [each.id]))
  const targets = operations.flatMap((each) => (each.type === 'move' ? [each.parent] : []))
  const branches = operations.flatMap((each) => (each.type === 'move' || each.type === 'remove' ? [each.id] : []))
  const set = operations.flatMap((each) => (each.type === 'set' ? [each.id] : []))
  const { rows } = await sql<DraftNode>`
    with recursive above as (
      select id, parent from draft_nodes where code_tag = ${codeTag} and id = any(${[...new Set([...named, ...targets])]})
      union select n.id, n.parent from above a join draft_nodes n on n.code_tag = ${codeTag} and n.id = a.parent
    ), below as (
      select id from draft_nodes where code_tag = ${codeTag} and id = any(${[...new Set(branches)]})
      union select n.id from below b join draft_nodes n on n.code_tag = ${codeTag} and n.parent = b.id
    )
    select n.id, n.kind, n.parent, n.position, case when n.id = any(${[...new Set(set)]}) then n.content else '{}' end as content
    from draft_nodes n join (select id from above union select id from below) c on n.id = c.id where n.code_tag = ${codeTag}`.execute(db)
  return rows
}

function applyTo(tree: DraftTree, operations: readonly DraftOperation[]) {
  try {
    return tree.edit(operations)
  } catch (error) {
    if (!(error instanceof EditRejected)) throw error
    throw inputError(error.id, REASONS[error.fault], ...(error.fault === 'too_deep' ? [MAX_TREE_DEPTH] : []))
  }
}

function requirePositions(operation: DraftOperation): void {
  const positions = operation.type === 'insert' ? operation.nodes : operation.type === 'move' ? [operation] : []
  if (positions.some(({ position }) => !isPosition(position))) throw inputError('position', 'format')
}

/**
 * Returns a changed node of a draft as the database stores it: validated, with cleaned HTML and with its secrets.
 * @throws ApiError forms_mgmt0001
 */
function ready(node: DraftNode | undefined, before: DraftNode | undefined): DraftNode {
  if (!node) throw apiError('forms_mgmt0001', [], 'operations')
  if (node.content === before?.content) return node
  const issues = malformedContent(node)
  const [first] = issues
  if (first) throw invalidInput({ issues: [first] } as Parameters<typeof invalidInput>[0])
  if (node.kind === 'field') {
    return { ...node, content: cleanField(node.content) }
  }
  return node.id === ROOT_ID ? { ...node, content: withSecrets(node.content, before?.content) } : node
}

/**
 * Cleans the HTML in a field of a draft.
 * @throws ApiError forms_mgmt0001 if the field is an information block without the parts in which its HTML belongs
 */
function cleanField(content: Content): Content {
  try {
    return cleanDefinition({ ...EMPTY, form_fields: [content as never] }).form_fields[0] as unknown as Content
  } catch (error) {
    if (error instanceof TypeError) throw inputError('value', 'wrong_type')
    throw error
  }
}

const EMPTY = { code_tag: 'x', tag_description: 'x', form_params: {}, form_fields: [], children: [] } satisfies Definition

type Content = DraftNode['content']
const definitionWith = (content: Content | undefined): Definition => ({ ...EMPTY, form_params: (content?.form_params ?? {}) as Definition['form_params'] })

function withSecrets(content: Content, before: Content | undefined): Content {
  if (content.form_params === undefined) return content
  return { ...content, form_params: withSecretsOf(definitionWith(content), definitionWith(before)).form_params as Content[string] }
}

/**
 * Returns an operation as the log stores it and other authors receive it: with the stored values, and without secrets.
 */
function asStored(operation: DraftOperation, sent: DraftTree, touched: ReadonlyMap<string, DraftNode>): DraftOperation {
  if (operation.type === 'insert')
    return { type: 'insert', nodes: operation.nodes.map((node) => ({ ...node, content: touched.get(node.id)?.content ?? node.content })) }
  if (operation.type !== 'set' || operation.value === undefined) return operation
  const stored = touched.get(operation.id)
  if (operation.id === ROOT_ID) return operation.path[0] === 'form_params' ? withValueOf(operation, stored) : operation
  // If cleaning did not change the HTML, keeps the value that the author sent. The stored value could be a different
  // one, because a later operation of the same change may have replaced it.
  return isDeepStrictEqual(stored?.content, sent.get(operation.id)?.content) ? operation : withValueOf(operation, stored)
}

function withoutSecret(operation: DraftOperation, before: ReadonlyMap<string, DraftNode>): DraftOperation {
  const isParameter = operation.type === 'set' && operation.id === ROOT_ID && operation.path[0] === 'form_params'
  return isParameter && operation.value !== undefined ? withValueOf(operation, before.get(ROOT_ID)) : operation
}

function withValueOf({ type, id, path }: Extract<DraftOperation, { type: 'set' }>, node: DraftNode | undefined): DraftOperation {
  const content = id === ROOT_ID ? { ...node?.content, form_params: bareDefinition(definitionWith(node?.content)).form_params } : node?.content
  const value = valueAt(content, path) as Content[string] | undefined
  return { type, id, path, ...(value !== undefined && { value }) }
}
