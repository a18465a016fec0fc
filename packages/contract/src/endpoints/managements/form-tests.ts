import { z } from 'zod'
import { code } from '../../form/code.ts'
import { FORM_TEST_PARTS } from '../../form/form-test-parts.ts'
import { knownData } from '../../form/known-data.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'
import { PREVIEW_MODES } from './previews.ts'

const byTag = z.object({ code_tag: code })
const byId = byTag.extend({ id: z.uuid() })
const none = z.object({})
const answers = z.record(z.string(), z.unknown())

/** What a visitor sends in a recorded test, and what the form knows about the visitor. */
const formTestInput = z.strictObject({
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
const formTestOutcome = z.strictObject({
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

const formTest = z.object({
  id: z.string(),
  name: z.string(),
  input: formTestInput,
  expected: formTestOutcome,
  /** What the form makes of it now. */
  outcome: formTestOutcome,
  /** The parts in which the outcome differs from the expected one; empty for a test that passes. */
  differs: z.array(z.enum(FORM_TEST_PARTS)),
  recorded_by: z.string(),
  recorded_at: z.string(),
})

export type FormTest = z.infer<typeof formTest>

const name = z.string().trim().min(1).max(200)
const writing = { role: 'operator', authoring: 'author' } as const

export const listFormTests = endpoint({
  method: 'GET',
  path: '/managements/definitions/{code_tag}/tests',
  summary: 'Run the recorded tests of a definition on its draft or on its live version',
  params: byTag,
  query: z.object({ version: z.enum(['draft', 'live']).default('draft') }),
  status: 200,
  answer: z.array(formTest),
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  role: 'viewer',
  authoring: 'translator',
})

export const recordFormTest = endpoint({
  method: 'POST',
  path: '/managements/definitions/{code_tag}/tests',
  summary: 'Record a test: what the draft makes of a request now, or the given outcome, must come out of every later version',
  params: byTag,
  query: none,
  body: z.strictObject({ name, input: formTestInput, expected: formTestOutcome.optional() }),
  status: 201,
  answer: formTest,
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'http_not_found'],
  ...writing,
})

export const changeFormTest = endpoint({
  method: 'PUT',
  path: '/managements/definitions/{code_tag}/tests/{id}',
  summary: 'Accept what the draft makes of a recorded test now, or change what the test sends and what must come out',
  params: byId,
  query: none,
  body: z.strictObject({ name: name.optional(), input: formTestInput.optional(), expected: formTestOutcome.optional() }),
  status: 200,
  answer: formTest,
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'http_not_found'],
  ...writing,
})

export const deleteFormTest = endpoint({
  method: 'DELETE',
  path: '/managements/definitions/{code_tag}/tests/{id}',
  summary: 'Delete a recorded test',
  params: byId,
  query: none,
  status: 200,
  answer: none,
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  ...writing,
})
