import { type FormTest, type FormTestInput, type FormTestOutcome, MAX_FORM_TESTS } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { definitionVersion, type StoredDefinition } from '../../catalogue/definitions/queries.ts'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import type { Operator } from '../../management/operator-session.ts'
import { acrossCustomers, type DeploymentDb } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { requireFormOf } from '../previews/rules.ts'
import { documentForTests, outcomeOf, runTests, type StoredTest, testResult, testsOf } from './form-tests.ts'
import { lockReached } from './lock-reached.ts'

/** Registers the endpoints by which authors record tests of a form, run them, and accept new results as expected. */
export function managedFormTests(app: FastifyInstance, services: RequestServices): void {
  const { kysely } = services.database

  /** Returns what the draft makes of the request of a test. @throws ApiError if another definition's form is named */
  async function draftOutcome(db: DeploymentDb, operator: Operator, codeTag: string, input: FormTestInput): Promise<FormTestOutcome> {
    const document = await documentOf(db, operator, codeTag, 'draft')
    if (input.sent) await requireFormOf(db, codeTag, input.sent.form)
    return outcomeOf(db, services, await documentForTests(services, document, [input]), input)
  }

  async function documentOf(db: DeploymentDb, operator: Operator, codeTag: string, version: 'draft' | 'live') {
    const stored = await lockReached(db, operator, codeTag, 'share')
    const document = stored && (await definitionVersion(db, codeTag, version))
    if (!document) throw apiError('http_not_found')
    return document
  }

  managed(app, endpoints.listFormTests, ({ params: { code_tag }, query: { version }, operator }) =>
    acrossCustomers(kysely, async (db) => {
      if (!(await lockReached(db, operator, code_tag, 'share'))) throw apiError('http_not_found')
      // Without tests there is nothing to run. The draft may be large, so it is read only if the definition has tests.
      if ((await testsOf(db, code_tag)).length === 0) return []
      return runTests(db, services, await documentOf(db, operator, code_tag, version))
    }),
  )

  managed(app, endpoints.recordFormTest, ({ params: { code_tag }, body: { name, input, expected: wanted }, operator }) =>
    acrossCustomers(kysely, async (db) => {
      // Locks the definition, so that two operators who record tests at the same time cannot exceed the limit.
      await lockedDefinition(db, operator, code_tag)
      if ((await testsOf(db, code_tag)).length >= MAX_FORM_TESTS) throw apiError('forms_mgmt0001', [MAX_FORM_TESTS], 'name')
      const outcome = await draftOutcome(db, operator, code_tag, input)
      const expected = wanted ?? outcome
      const row = await db
        .insertInto('form_tests')
        .values({ code_tag, name, input: JSON.stringify(input), expected: JSON.stringify(expected), recorded_by: operator.username })
        .returning(['id', 'recorded_at'])
        .executeTakeFirstOrThrow()
      await audit(db, operator, { action: 'form_test.add', subject: code_tag, after: { name } })
      return testResult({ ...row, name, input, expected, recorded_by: operator.username }, outcome)
    }),
  )

  managed(app, endpoints.changeFormTest, ({ params: { code_tag, id }, body, operator }) =>
    acrossCustomers(kysely, async (db): Promise<FormTest> => {
      const before = await lockedTest(db, operator, code_tag, id)
      const name = body.name ?? before.name
      const input = body.input ?? before.input
      const outcome = await draftOutcome(db, operator, code_tag, input)
      const expected = body.expected ?? outcome
      const row = await db
        .updateTable('form_tests')
        .set({ name, input: JSON.stringify(input), expected: JSON.stringify(expected), recorded_by: operator.username, recorded_at: new Date() })
        .where('id', '=', id)
        .returning('recorded_at')
        .executeTakeFirstOrThrow()
      await audit(db, operator, {
        action: 'form_test.edit',
        subject: code_tag,
        before: { name: before.name, refused: before.expected.refused.length },
        after: { name, refused: expected.refused.length },
      })
      return testResult({ ...row, id, name, input, expected, recorded_by: operator.username }, outcome)
    }),
  )

  managed(app, endpoints.deleteFormTest, ({ params: { code_tag, id }, operator }) =>
    acrossCustomers(kysely, async (db) => {
      const { name } = await lockedTest(db, operator, code_tag, id)
      await db.deleteFrom('form_tests').where('id', '=', id).execute()
      await audit(db, operator, { action: 'form_test.delete', subject: code_tag, before: { name } })
      return {}
    }),
  )
}

async function lockedDefinition(db: DeploymentDb, operator: Operator, codeTag: string): Promise<StoredDefinition> {
  const stored = await lockReached(db, operator, codeTag)
  if (!stored) throw apiError('http_not_found')
  return stored
}

async function lockedTest(db: DeploymentDb, operator: Operator, codeTag: string, id: string): Promise<StoredTest> {
  await lockedDefinition(db, operator, codeTag)
  const found = (await testsOf(db, codeTag)).find((each) => each.id === id)
  if (!found) throw apiError('http_not_found')
  return found
}
