import { z } from 'zod'
import { MAX_ID_LENGTH, MAX_INSERTED_NODES, MAX_OPERATIONS } from './draft-limits.ts'

const nodeId = z.string().min(1).max(MAX_ID_LENGTH)
/** Key that orders a node among the other children of its parent; compared by code units (npm package fractional-indexing). */
const position = z.string().regex(/^[0-9A-Za-z]{1,256}$/)

export const draftNode = z.strictObject({
  id: nodeId,
  kind: z.enum(['step', 'field']),
  /** Id of the step that contains the node; null for the root and for a removed node, which keeps the nodes below it. */
  parent: nodeId.nullable(),
  position,
  /** The step or field as in the form definition, without its id and the nodes below it. It may be incomplete. */
  content: z.record(z.string(), z.json()),
})

/** A change of one node. The server applies the operations of all authors in one order. */
export const draftOperation = z.discriminatedUnion('type', [
  /** Adds nodes: parents come before their children. */
  z.strictObject({
    type: z.literal('insert'),
    nodes: z
      .array(draftNode.extend({ parent: nodeId }))
      .min(1)
      .max(MAX_INSERTED_NODES),
  }),
  /** Takes a node and the nodes below it out of the tree. The draft keeps them, so that `move` can put them back. */
  z.strictObject({ type: z.literal('remove'), id: nodeId }),
  z.strictObject({ type: z.literal('move'), id: nodeId, parent: nodeId, position }),
  /** Sets the value at a path of the node's content, such as `["value", "default_value", "min"]`; without `value` the key is deleted. */
  z.strictObject({ type: z.literal('set'), id: nodeId, path: z.array(z.string().min(1).max(256)).min(1).max(8), value: z.json().optional() }),
])

/** Operations that are applied together or not at all, and undone together. */
export const draftChange = z.strictObject({
  /** Id that the browser creates, so that a repeated call applies the change once. */
  id: z.uuid(),
  operations: z.array(draftOperation).min(1).max(MAX_OPERATIONS),
  /** What the change does for the author's undo and redo. */
  kind: z.enum(['edit', 'undo', 'redo']),
  /** Sequence of the change that an undo or redo takes back. */
  of: z.int().positive().optional(),
})

export type DraftNode = z.infer<typeof draftNode>
export type DraftOperation = z.infer<typeof draftOperation>
export type DraftChange = z.infer<typeof draftChange>
