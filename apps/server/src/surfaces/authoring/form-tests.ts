import { isDeepStrictEqual } from 'node:util'
import { judgeRequest, matchesPattern } from '@sportello/checks'
import { placeCodes } from '@sportello/codfis/places'
import type { Definition, FormTest, FormTestInput, FormTestOutcome } from '@sportello/contract'
import { type Kysely, sql } from 'kysely'
import type { Customer } from '../../catalogue/customers/rules.ts'
import { definitionVersion } from '../../catalogue/definitions/queries.ts'
import type { DB } from '../../platform/db/schema.ts'
import { acrossCustomers, type DeploymentDb } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
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

/** Lists the recorded tests of a definition, oldest first. */
export async function testsOf(db: DeploymentDb, codeTag: string): Promise<StoredTest[]> {
  const { rows } = await sql<StoredTest>`
    select id, name, input, expected, recorded_by, recorded_at from form_tests where code_tag = ${codeTag} order by recorded_at, id`.execute(db)
  return rows
}

/** Returns what a form makes of the request of a recorded test. */
export function outcomeOf(customer: Customer, input: FormTestInput): FormTestOutcome {
  const moment = new Date(`${input.today}T12:00:00Z`)
  const context = { today: input.today, matches: matchesPattern, placeCodes }
  const outcome = judgeRequest(customer.published.nodes.get(input.code_tag), input, context, (request) => {
    try {
      return writtenSummary(customer, request, moment)
    } catch (error) {
      return String(error)
    }
  })
  // As the database returns it, so that both sides of a comparison have the same types.
  return JSON.parse(JSON.stringify(outcome)) as FormTestOutcome
}

/** Runs a recorded test on a form. */
export function runTest(customer: Customer, { id, name, input, expected, recorded_by, recorded_at }: StoredTest): FormTest {
  const outcome = outcomeOf(customer, input)
  const parts = ['path', 'refused', 'answers', 'further', 'opens_ticket', 'summary'] as const
  const differs = parts.filter((part) => !isDeepStrictEqual(outcome[part], expected[part]))
  return { id, name, input, expected, outcome, differs, recorded_by, recorded_at: recorded_at.toISOString() }
}

/** Returns a form definition as the tests see it: as a preview that belongs to no form. */
export type ShownAs = (document: Definition) => Promise<Customer>

/** Runs the recorded tests of a definition on a document. */
export async function runTests(db: DeploymentDb, shownAs: ShownAs, document: Definition): Promise<FormTest[]> {
  const tests = await testsOf(db, document.code_tag)
  if (tests.length === 0) return []
  const customer = await shownAs(document)
  return tests.map((each) => runTest(customer, each))
}

/**
 * Runs the recorded tests of the live versions, one definition after the other.
 * @param codes the definitions; all definitions with tests if empty
 */
export async function* runLiveTests(db: Kysely<DB>, shownAs: ShownAs, codes: readonly string[] = []): AsyncGenerator<{ code: string; tests: FormTest[] }> {
  const wanted =
    codes.length > 0
      ? codes
      : await acrossCustomers(db, async (each) =>
          (await each.selectFrom('form_tests').select('code_tag').distinct().orderBy('code_tag').execute()).map(({ code_tag }) => code_tag),
        )
  for (const code of wanted) {
    const tests = await acrossCustomers(db, async (each) => {
      const document = await definitionVersion(each, code, 'live')
      return document ? runTests(each, shownAs, document) : []
    })
    yield { code, tests }
  }
}

/**
 * Requires a reason for the publication of a document that recorded tests fail on.
 * @returns the names of the failing tests, for the log
 * @throws ApiError forms_mgmt0001 for the field `test_reason`
 */
export async function requireReason(db: DeploymentDb, shownAs: ShownAs, document: Definition, reason: string | undefined): Promise<string[]> {
  const failing = (await runTests(db, shownAs, document)).filter(isFailing).map(({ name }) => name)
  if (failing.length > 0 && !reason) throw apiError('forms_mgmt0001', failing.slice(0, 10), 'test_reason')
  return failing
}

export const isFailing = ({ differs }: FormTest): boolean => differs.length > 0
