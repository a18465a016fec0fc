import { z } from 'zod'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'

/** Reasons why the server removes a part of a customer's style sheet. */
const CSS_FAULTS = ['syntax', 'at_rule', 'selector', 'property', 'value', 'too_long'] as const

const cssFault = z.object({
  /** Position of the removed part in the style sheet, in characters from its start. `to` is exclusive. */
  from: z.number(),
  to: z.number(),
  reason: z.enum(CSS_FAULTS),
})

export type CssFault = z.infer<typeof cssFault>

export const checkAnswerCss = endpoint({
  method: 'POST',
  path: '/managements/answer-css',
  summary: 'List the parts of an answer_css that the allow-list removes, with their positions; stores nothing',
  params: z.object({}),
  query: z.object({}),
  body: z.object({ css: z.string().max(200_000) }),
  status: 200,
  answer: z.array(cssFault),
  errors: [...MANAGEMENT_ERRORS, 'forms0017'],
  role: 'viewer',
})
