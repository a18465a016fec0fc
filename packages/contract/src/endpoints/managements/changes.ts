import { z } from 'zod'
import { code } from '../../form/code.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'

/**
 * Identifies a version of a form definition: a version number, the live version, the draft (or the live version if
 * there is no draft), or the version whose publication was requested or scheduled (`asked`).
 */
const version = z.union([z.enum(['live', 'draft', 'asked']), z.coerce.number().int().min(1).max(2_147_483_647)])

const change = z.object({
  /** Description of the difference, in the language of the API call. */
  text: z.string(),
  /** Id of the changed step; `root` for the whole form. */
  step: z.string(),
  /** Title of the changed step. */
  title: z.string(),
  /** Id of the changed field; null if the step itself has changed. */
  field: z.string().nullable(),
})

export type ShownChange = z.infer<typeof change>

const answer = z.object({
  /** The first differences, in the order of the form. */
  changes: z.array(change),
  /** Total number of differences. */
  total: z.number(),
})

export type ShownChanges = z.infer<typeof answer>

export const compareVersions = endpoint({
  method: 'GET',
  path: '/managements/definitions/{code_tag}/changes',
  summary: 'List in words what differs between two versions of a definition; secrets are named without their values',
  params: z.object({ code_tag: code }),
  query: z.object({ from: version, to: version }),
  status: 200,
  answer,
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  role: 'viewer',
  authoring: 'translator',
})
