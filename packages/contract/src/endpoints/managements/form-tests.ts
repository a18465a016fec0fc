import { z } from 'zod'
import { code } from '../../form/code.ts'
import { formTestInput, formTestOutcome, formTestName as name } from '../../form/form-test.ts'
import { FORM_TEST_PARTS } from '../../form/form-test-parts.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'

const byTag = z.object({ code_tag: code })
const byId = byTag.extend({ id: z.uuid() })
const none = z.object({})

const formTest = z.object({
  id: z.string(),
  name: z.string(),
  input: formTestInput,
  expected: formTestOutcome,
  /** The current result of the test. */
  outcome: formTestOutcome,
  /** The parts in which the current result differs from the expected result; an empty list if the test passes. */
  differs: z.array(z.enum(FORM_TEST_PARTS)),
  recorded_by: z.string(),
  recorded_at: z.string(),
})

export type FormTest = z.infer<typeof formTest>

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
