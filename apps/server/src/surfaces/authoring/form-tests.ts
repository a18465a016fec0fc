import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { judgeRequest, type MadeRequest, matchesPattern } from '@sportello/checks'
import { placeCodes } from '@sportello/codfis/places'
import { type Definition, FORM_TEST_PARTS, type FormTest, type FormTestInput, type FormTestOutcome } from '@sportello/contract'
import { type Kysely, sql } from 'kysely'
import type { Customer } from '../../catalogue/customers/rules.ts'
import { definitionVersion } from '../../catalogue/definitions/queries.ts'
import type { DB } from '../../platform/db/schema.ts'
import { acrossCustomers, type DeploymentDb } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { pathsOfTests } from './paths-of-tests.ts'
import { sentOf, type TestServices } from './sent-in-test.ts'
import { writtenSummary } from './written-summary.ts'

/** A recorded test as the database stores it. */
export interface StoredTest {
  id: string
  name: string
  input: FormTestInput
  expected: FormTestOutcome
  recorded_by: string
  recorded_at: Date
}

/** Milliseconds after which a run of tests lets the server answer other calls. */
const TURN_MS = 10

/** Returns the recorded tests of a definition, oldest first. */
export async function testsOf(db: DeploymentDb, codeTag: string): Promise<StoredTest[]> {
  const { rows } = await sql<StoredTest>`
    select id, name, input, expected, recorded_by, recorded_at from form_tests where code_tag = ${codeTag} order by recorded_at, id`.execute(db)
  return rows
}

/**
 * Returns what a form makes of the request of a recorded test.
 * @param customer the document as a preview that belongs to no form
 */
export async function outcomeOf(db: DeploymentDb, services: TestServices, customer: Customer, input: FormTestInput): Promise<FormTestOutcome> {
  const moment = new Date(`${input.today}T12:00:00Z`)
  const context = { today: input.today, matches: matchesPattern, placeCodes }
  let accepted: Pick<MadeRequest, 'node'> | undefined
  const outcome = judgeRequest(customer.published.nodes.get(input.code_tag), input, context, (request) => {
    accepted = request
    try {
      return writtenSummary(customer, request, moment)
    } catch (error) {
      return String(error)
    }
  })
  const sent =
    input.sent && (accepted ? await sentOf(db, services, customer, { input, outcome, node: accepted.node, at: moment }) : { mails: [], deliveries: [] })
  // Converts the outcome to JSON and back. An outcome from the database was converted in the same way, so both can be
  // compared.
  return JSON.parse(JSON.stringify({ ...outcome, ...sent })) as FormTestOutcome
}

/** Compares the outcome of a recorded test with the expected one. Parts that were not recorded are not compared. */
export function testResult({ id, name, input, expected, recorded_by, recorded_at }: StoredTest, outcome: FormTestOutcome): FormTest {
  const differs = FORM_TEST_PARTS.filter((part) => part in expected && !isDeepStrictEqual(outcome[part], expected[part]))
  return { id, name, input, expected, outcome, differs, recorded_by, recorded_at: recorded_at.toISOString() }
}

/** Prepares a document for running tests: only the steps on the way to the steps from which the tests submit. */
export function documentForTests({ previews }: TestServices, document: Definition, inputs: readonly Pick<FormTestInput, 'code_tag'>[]): Promise<Customer> {
  return previews.ofDocument(pathsOfTests(document, new Set(inputs.map(({ code_tag }) => code_tag))))
}

/** Runs the recorded tests of a definition on the given document. */
export async function runTests(db: DeploymentDb, services: TestServices, document: Definition): Promise<FormTest[]> {
  const tests = await testsOf(db, document.code_tag)
  if (tests.length === 0) return []
  const customer = await documentForTests(
    services,
    document,
    tests.map(({ input }) => input),
  )
  const results: FormTest[] = []
  let begun = performance.now()
  for (const each of tests) {
    results.push(testResult(each, await outcomeOf(db, services, customer, each.input)))
    if (performance.now() - begun < TURN_MS) continue
    await setImmediate()
    begun = performance.now()
  }
  return results
}

/**
 * Runs the recorded tests of live form versions, one definition after the other.
 * @param codes codes of the definitions; if empty, all definitions with tests
 */
export async function* runLiveTests(
  db: Kysely<DB>,
  services: TestServices,
  codes: readonly string[] = [],
): AsyncGenerator<{ code: string; tests: FormTest[] }> {
  const wanted =
    codes.length > 0
      ? codes
      : await acrossCustomers(db, async (each) =>
          (await each.selectFrom('form_tests').select('code_tag').distinct().orderBy('code_tag').execute()).map(({ code_tag }) => code_tag),
        )
  for (const code of wanted) {
    const tests = await acrossCustomers(db, async (each) => {
      const document = await definitionVersion(each, code, 'live')
      return document ? runTests(each, services, document) : []
    })
    yield { code, tests }
  }
}

/**
 * Rejects the publication of a document on which recorded tests fail, unless a reason is given.
 * @returns the names of the failing tests, for the audit log
 * @throws ApiError forms_mgmt0001 for the field `test_reason`
 */
export async function requireReason(db: DeploymentDb, services: TestServices, document: Definition, reason: string | undefined): Promise<string[]> {
  const failing = await failingTests(db, services, document)
  if (failing.length > 0 && !reason) throw apiError('forms_mgmt0001', failing.slice(0, 10), 'test_reason')
  return failing
}

/** Returns the names of the recorded tests that a document fails. */
export async function failingTests(db: DeploymentDb, services: TestServices, document: Definition): Promise<string[]> {
  return (await runTests(db, services, document)).filter(isFailing).map(({ name }) => name)
}

export const isFailing = ({ differs }: FormTest): boolean => differs.length > 0
