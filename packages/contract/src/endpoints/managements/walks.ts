import { z } from 'zod'
import { code } from '../../form/code.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'
import type { ReportedFinding } from './checks.ts'

export const walkDefinition = endpoint({
  method: 'GET',
  path: '/managements/definitions/{code_tag}/walk',
  summary:
    'Show each step of a definition’s draft and try made-up requests on every path; server-sent events `progress`, then `report` or `failed`. Closing the connection ends the walk',
  params: z.object({ code_tag: code }),
  query: z.object({}),
  status: 200,
  answer: z.unknown(),
  answerType: 'text/event-stream',
  errors: [...MANAGEMENT_ERRORS, 'http_not_found', 'forms0002'],
  role: 'viewer',
  authoring: 'translator',
})

/**
 * Progress of the check that tries every path of a form, in the format of the event `progress`: the numbers of steps
 * shown and tried so far, and the total number of steps.
 */
export interface WalkProgress {
  shown: number
  tried: number
  steps: number
}

/** Result of the check that tries every path of a form, in the format of the event `report`. */
export interface WalkReport {
  /** Number of steps. The server has rendered each of them. */
  steps: number
  /** Number of last steps. Each last step is the end of one path. */
  paths: number
  /** Number of generated requests that were tested. */
  tried: number
  accepted: number
  /**
   * Number of requests that were rejected because of one invalid or missing answer, keyed by the code of the rule that
   * rejected them.
   */
  refused: Readonly<Record<string, number>>
  milliseconds: number
  /** The problems in the order of the form; at most `MAX_WALK_FINDINGS`. */
  findings: readonly ReportedFinding[]
  /** Total number of problems. */
  found: number
}
