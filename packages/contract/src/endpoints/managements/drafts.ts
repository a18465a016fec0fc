import { z } from 'zod'
import { code } from '../../form/code.ts'
import { draftChange, draftNode, draftOperation } from '../../form/draft.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'

const byTag = z.object({ code_tag: code })
const after = z.coerce.number().int().min(0)

/**
 * A change in the log of a draft. A `reset` contains no operations: it means that the draft was published, discarded or
 * replaced, so that the editor must load it again.
 */
const storedChange = z.object({
  sequence: z.number(),
  id: z.string(),
  username: z.string(),
  kind: z.enum(['edit', 'undo', 'redo', 'reset']),
  of: z.number().optional(),
  operations: z.array(draftOperation),
})

const ownChange = storedChange.omit({ id: true, username: true }).extend({ inverse: z.array(draftOperation) })

/** Maximum number of an author's own changes of a draft that can be undone after a reload. */
export const UNDOABLE_CHANGES = 200
/** Maximum number of changes from the log of a draft that one API call returns. */
export const LISTED_CHANGES = 500

const draftTree = z.object({
  // The contents are checked when they are stored. Checking every value again would take a third of a second for a form
  // of 10,000 steps in three languages.
  nodes: z.array(draftNode.extend({ content: z.record(z.string(), z.unknown() as z.ZodType<z.infer<ReturnType<typeof z.json>>>) })),
  /** Names of the form parameters for which a secret is stored. The returned nodes do not contain the secrets. */
  secrets: z.array(z.string()),
  /** Sequence number of the last change that the returned nodes include. */
  sequence: z.number(),
  /**
   * True if the returned nodes are a draft. Otherwise they are the live version, and the author's first change creates
   * a draft.
   */
  draft: z.boolean(),
  live_version: z.number().nullable(),
  /** The operator's own most recent changes of the draft, oldest first. The editor needs them for undo and redo. */
  own: z.array(ownChange),
  username: z.string(),
  version: z.string(),
})

export type DraftTreeAnswer = z.infer<typeof draftTree>
export type StoredDraftChange = z.infer<typeof storedChange>

export const getDraft = endpoint({
  method: 'GET',
  path: '/managements/definitions/{code_tag}/draft',
  summary: 'Get the steps and fields of a definition for editing, with their ids: of its draft, or of its live version if it has no draft',
  params: byTag,
  query: z.object({}),
  status: 200,
  answer: draftTree,
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  role: 'viewer',
  authoring: 'translator',
})

export const changeDraft = endpoint({
  method: 'POST',
  path: '/managements/definitions/{code_tag}/draft/changes',
  summary: 'Apply a change to the draft of a definition, completely or not at all; a repeated call with the same id changes nothing',
  params: byTag,
  query: z.object({}),
  body: draftChange,
  bodyLimit: 32 * 1024 * 1024,
  status: 200,
  answer: storedChange,
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'http_not_found', 'http_too_large'],
  role: 'operator',
  authoring: 'translator',
})

export const listDraftChanges = endpoint({
  method: 'GET',
  path: '/managements/definitions/{code_tag}/draft/changes',
  summary: `List the changes of a draft after a sequence, oldest first, at most ${LISTED_CHANGES}`,
  params: byTag,
  query: z.object({ after }),
  status: 200,
  answer: z.array(storedChange),
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  role: 'viewer',
  authoring: 'translator',
})

/** The step or field of a draft on which an author is working; `node` is null if the author has left the editor. */
const presence = z.object({ client: z.uuid(), node: z.string().max(80).nullable() })

export const announcePresence = endpoint({
  method: 'POST',
  path: '/managements/definitions/{code_tag}/draft/presence',
  summary: 'Tell the other authors of a draft at which step or field the operator works',
  params: byTag,
  query: z.object({}),
  body: presence,
  status: 202,
  answer: z.object({}),
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'http_not_found'],
  role: 'viewer',
  authoring: 'translator',
  background: true,
})

export const followDraft = endpoint({
  method: 'GET',
  path: '/managements/definitions/{code_tag}/draft/events',
  summary:
    'Follow the changes of a draft and the presence of its authors as server-sent events `change` and `presence`, and that its comments have changed as `comments`',
  params: byTag,
  query: z.object({ after }),
  status: 200,
  answer: z.unknown(),
  answerType: 'text/event-stream',
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  role: 'viewer',
  authoring: 'translator',
  background: true,
})

/** Another author of the same draft, in the format of the event `presence`. */
export interface DraftPresence {
  client: string
  username: string
  node: string | null
}
