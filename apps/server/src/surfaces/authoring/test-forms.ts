import { textSetting } from '@sportello/contract'
import { audit } from '../../management/audit.ts'
import { acrossCustomers } from '../../platform/db/with-customer.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { isFailing, runLiveTests } from './form-tests.ts'

/**
 * Runs the recorded tests of all live versions every night, if the system setting `nightly_form_tests` is on. Even
 * without
 * a publication, an update of the product or a changed data source may change a result. The audit log then gets an
 * entry
 * for the definition.
 */
export async function testForms(services: RequestServices): Promise<void> {
  const { database, catalog } = services
  if (textSetting(await catalog.settings(), 'nightly_form_tests') !== 'true') return
  for await (const { code, tests } of runLiveTests(database.jobs, services)) {
    const failing = tests.filter(isFailing).map(({ name }) => name)
    if (failing.length === 0) continue
    await acrossCustomers(database.jobs, (db) =>
      audit(db, { username: '' }, { action: 'form_test.fail', subject: code, after: { tests: tests.length, failing } }),
    )
  }
}
