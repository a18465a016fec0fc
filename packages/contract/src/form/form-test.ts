import { z } from 'zod'
import { PREVIEW_MODES } from './auth-type.ts'
import { code } from './code.ts'
import { knownData } from './known-data.ts'

/** Schema of the name of a recorded test. */
export const formTestName = z.string().trim().min(1).max(200)
const answers = z.record(z.string(), z.unknown())

/** What a visitor sends in a recorded test, and what the form knows about the visitor. */
export const formTestInput = z.strictObject({
  /** Code of the last step of the path. */
  code_tag: code,
  form_fields: answers,
  further_questions: answers.nullable(),
  /** Ids of the terms that the visitor accepts. */
  terms: z.array(z.string()).max(100),
  /** The attached files; only their names, sizes in bytes and media types are recorded. */
  files: z.array(z.strictObject({ property: z.string(), name: z.string(), size: z.number().int().min(0), type: z.string() })).max(100),
  known: knownData,
  /** Date on which the visitor sends, YYYY-MM-DD: rules may be relative to it. */
  today: z.iso.date(),
  /**
   * The form and the visitor for whom the test records the mails and the deliveries to destinations. A test without it
   * records neither, because a definition alone names no mailbox and no destination.
   */
  sent: z
    .strictObject({
      /** Code of a form that uses the definition. */
      form: code,
      auth_type: z.enum(PREVIEW_MODES),
      /** Mailbox of the visitor; null for a visitor without one. */
      email: z.string().max(254).nullable(),
    })
    .optional(),
})

export type FormTestInput = z.infer<typeof formTestInput>

/** What the form makes of a recorded test. */
export const formTestOutcome = z.strictObject({
  /** Titles of the steps, from the first one; empty if the step is not there any more. */
  path: z.array(z.string()),
  /** The fields that are refused, each with the code of its rule; empty if the request is accepted. */
  refused: z.array(z.strictObject({ field: z.string(), rule: z.string() })),
  /** The answers that would be stored; null for a refused request. */
  answers: answers.nullable(),
  further: answers.nullable(),
  opens_ticket: z.boolean(),
  /** The summary of the request as HTML; null without one. */
  summary: z.string().nullable(),
  /** The mails that would be sent, without markup; codes of links and the deployment's own address are left out. */
  mails: z.array(z.strictObject({ kind: z.enum(['validation', 'success', 'desk']), recipient: z.string(), subject: z.string(), text: z.string() })).optional(),
  /** What each destination of the form would receive, as text. */
  deliveries: z.array(z.strictObject({ destination: z.string(), kind: z.string(), body: z.string() })).optional(),
})

export type FormTestOutcome = z.infer<typeof formTestOutcome>

/** Schema of a recorded test in a bundle. */
export const bundleTest = z.strictObject({
  /** Code of the definition that the test belongs to. */
  code_tag: code,
  /** Name of the test. An import replaces the test of the definition with this name. */
  name: formTestName,
  input: formTestInput,
  expected: formTestOutcome,
})
