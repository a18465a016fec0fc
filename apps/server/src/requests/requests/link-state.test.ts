import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { linkHasExpired } from './link-state.ts'

const oneLine = (sql: string) => sql.replace(/\s+/g, ' ')

// The function cannot call the condition as a function of its own: PostgreSQL would not use the indexes of `requests` for
// one with a subquery, and the job `expire_requests` needs them.
test('the function that stores submissions repeats the condition of an expired link, for the limit and for identical requests', () => {
  const migration = new URL('../../platform/db/migrations/0094-store-submission.sql', import.meta.url)
  expect(oneLine(readFileSync(migration, 'utf8')).split(oneLine(linkHasExpired('r')))).toHaveLength(3)
})
