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

/** How far a walk is, as its event `progress` describes it: steps shown and steps tried, each of `steps`. */
export interface WalkProgress {
  shown: number
  tried: number
  steps: number
}

/** What a walk over every path of a form found, as its event `report` describes it. */
export interface WalkReport {
  /** Number of steps, each of which the server rendered. */
  steps: number
  /** Number of last steps: each is the end of one path. */
  paths: number
  /** Number of made-up requests that were judged, and how many of them were accepted. */
  tried: number
  accepted: number
  /** Number of refused requests with one wrong or missing answer, by the code of the rule that refused them. */
  refused: Readonly<Record<string, number>>
  milliseconds: number
  /** The faults in the order of the form; at most as many as `MAX_WALK_FINDINGS`. */
  findings: readonly ReportedFinding[]
  /** Number of all faults. */
  found: number
}
