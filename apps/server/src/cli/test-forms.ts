import { previewsOf } from '../catalogue/customers/rules.ts'
import { isFailing, runLiveTests } from '../surfaces/authoring/rules.ts'
import type { Deployment } from './deployment.ts'

/**
 * Runs the recorded tests of live form versions and writes one line per test.
 * @param codes codes of the definitions to test; if empty, all definitions with tests
 * @returns true if all tests have the expected result
 */
export async function testForms({ database, config }: Deployment, codes: readonly string[], write: (text: string) => void): Promise<boolean> {
  let [run, failed] = [0, 0]
  for await (const { code, tests } of runLiveTests(database.kysely, { config, previews: previewsOf(database) }, codes)) {
    for (const each of tests) {
      run += 1
      if (isFailing(each)) failed += 1
      write(`${isFailing(each) ? 'FAILS ' : 'passes'} ${code}: ${each.name}`)
      for (const part of each.differs) write(`         ${part}: expected ${JSON.stringify(each.expected[part])}, now ${JSON.stringify(each.outcome[part])}`)
    }
  }
  write(`${run} tests, ${failed} with another outcome`)
  return failed === 0
}
