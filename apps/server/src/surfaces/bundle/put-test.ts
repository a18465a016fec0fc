import { isDeepStrictEqual } from 'node:util'
import { type BundleTest, MAX_FORM_TESTS } from '@sportello/contract'
import { sql } from 'kysely'
import type { Change } from '../../entrance/accounts/rules.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'

/** Returns the name of a recorded test in the result of an import. */
export const testName = ({ code_tag, name }: Pick<BundleTest, 'code_tag' | 'name'>): string => `${code_tag}/${name}`

/** Stores a recorded test. It replaces the test of the definition with the same name; the others stay. */
export async function putTest(db: DeploymentDb, { code_tag, name, input, expected }: BundleTest): Promise<Change> {
  const before = await db
    .selectFrom('form_tests')
    .select(['id', 'input', 'expected'])
    .where('code_tag', '=', code_tag)
    .where('name', '=', name)
    .orderBy('recorded_at')
    .orderBy('id')
    .executeTakeFirst()
  const values = { input: JSON.stringify(input), expected: JSON.stringify(expected) }
  if (!before) {
    await db
      .insertInto('form_tests')
      .values({ code_tag, name, ...values, recorded_by: '' })
      .execute()
    return 'added'
  }
  // Compares as the database returns the values, without properties that are undefined.
  if (isDeepStrictEqual([before.input, before.expected], [JSON.parse(values.input), JSON.parse(values.expected)])) return 'left'
  await db
    .updateTable('form_tests')
    .set({ ...values, recorded_by: '', recorded_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', before.id)
    .execute()
  return 'changed'
}

/** Returns the codes of those definitions that have more recorded tests than allowed. */
export async function definitionsWithTooManyTests(db: DeploymentDb, codeTags: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('form_tests')
    .select('code_tag')
    .where('code_tag', 'in', [...codeTags, ''])
    .groupBy('code_tag')
    .having(({ fn }) => fn.countAll(), '>', MAX_FORM_TESTS)
    .execute()
  return rows.map(({ code_tag }) => code_tag)
}
