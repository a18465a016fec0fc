import { textSetting } from '@sportello/contract'
import { audit } from '../../management/audit.ts'
import { acrossCustomers } from '../../platform/db/with-customer.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { isFailing, runLiveTests } from './form-tests.ts'

/**
 * Runs the recorded tests of all live versions if the system setting `nightly_form_tests` is on, and records each
 * definition with a different result in the audit log. Runs every night, because an update of the product or a changed
 * data source may change a result without a publication.
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
