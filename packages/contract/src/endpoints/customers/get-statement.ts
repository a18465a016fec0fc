import { z } from 'zod'
import { accessibilityStatement, privacyNotice } from '../../form/statements.ts'
import { LANGUAGES } from '../../language.ts'
import { endpoint } from '../define-endpoint.ts'
import { shownParams } from '../shared-params.ts'

/** The statements that a customer can publish, as in the paths of their pages. */
export const STATEMENTS = ['accessibility', 'privacy'] as const

/** A text with the language in which it is written. */
const localText = z.object({ text: z.string(), language: z.enum(LANGUAGES) })

/** A customer's accessibility statement, with its texts in one language. */
const shownAccessibility = accessibilityStatement.omit({ exceptions: true, feedback_tag: true }).extend({
  kind: z.literal('accessibility'),
  exceptions: localText.nullable(),
  feedback_tag: z.string().nullable(),
})

/** A customer's privacy notice in one language, with the facts about the form that the product knows. */
const shownPrivacy = privacyNotice.omit({ text: true }).extend({
  kind: z.literal('privacy'),
  text: localText.nullable(),
  /** Number of days after which finished and unconfirmed requests are erased; null if they are kept. */
  erased_after: z.object({ processed: z.number().nullable(), expired: z.number().nullable() }),
  /** Site of the external chat service; null if the form has no chat. */
  chat_site: z.string().nullable(),
  /** True if Google reCAPTCHA checks visitors of the form. */
  uses_recaptcha: z.boolean(),
})

export const getStatement = endpoint({
  method: 'GET',
  path: '/forms/{customerCode}/statements/{statement}',
  summary: 'Get the accessibility statement or the privacy notice of a customer',
  params: shownParams.extend({ statement: z.enum(STATEMENTS) }),
  query: z.object({ locale: z.enum(LANGUAGES).optional() }),
  status: 200,
  answer: z.discriminatedUnion('kind', [shownAccessibility, shownPrivacy]),
  errors: ['forms0001', 'http_malformed', 'http_not_found'],
})

export type Statement = z.infer<typeof getStatement.answer>
export type StatementKind = (typeof STATEMENTS)[number]
