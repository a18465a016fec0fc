import { z } from 'zod'
import { MAX_ID_LENGTH, MAX_INSERTED_NODES, MAX_OPERATIONS } from './draft-limits.ts'

const nodeId = z.string().min(1).max(MAX_ID_LENGTH)
/**
 * Key that determines the position of a node among its siblings. Keys are compared by code units (npm package
 * fractional-indexing).
 */
const position = z.string().regex(/^[0-9A-Za-z]{1,256}$/)

export const draftNode = z.strictObject({
  id: nodeId,
  kind: z.enum(['step', 'field']),
  /**
   * Id of the step that contains the node; null for the root and for removed nodes. The child nodes of a removed node
   * keep their parent.
   */
  parent: nodeId.nullable(),
  position,
  /**
   * The content of a step or field as in the form definition, but without its id and child nodes. The content may be
   * incomplete.
   */
  content: z.record(z.string(), z.json()),
})

/** A change to a node of a draft. The server applies the operations of all authors one after the other. */
export const draftOperation = z.discriminatedUnion('type', [
  /** Inserts nodes into a draft. Each parent must come before its children. */
  z.strictObject({
    type: z.literal('insert'),
    nodes: z
      .array(draftNode.extend({ parent: nodeId }))
      .min(1)
      .max(MAX_INSERTED_NODES),
  }),
  /**
   * Removes a node and all nodes below it from the tree of a draft. The draft still stores them, so that a later `move`
   * can restore them.
   */
  z.strictObject({ type: z.literal('remove'), id: nodeId }),
  z.strictObject({ type: z.literal('move'), id: nodeId, parent: nodeId, position }),
  /**
   * Sets a value in the content of a node, at a path such as `["value", "default_value", "min"]`. If `value` is
   * missing, the key is deleted.
   */
  z.strictObject({ type: z.literal('set'), id: nodeId, path: z.array(z.string().min(1).max(256)).min(1).max(8), value: z.json().optional() }),
])

/** A change of a draft. Its operations are applied together or not at all, and a single undo reverts all of them. */
export const draftChange = z.strictObject({
  /**
   * Id of the change. The browser creates the id, so that the server can recognise a repeated call and apply the change
   * only once.
   */
  id: z.uuid(),
  operations: z.array(draftOperation).min(1).max(MAX_OPERATIONS),
  /** Type of the change, which determines its effect on the author's undo and redo. */
  kind: z.enum(['edit', 'undo', 'redo']),
  /** For an undo or redo: sequence number of the change that it reverts. */
  of: z.int().positive().optional(),
})

export type DraftNode = z.infer<typeof draftNode>
export type DraftOperation = z.infer<typeof draftOperation>
export type DraftChange = z.infer<typeof draftChange>
