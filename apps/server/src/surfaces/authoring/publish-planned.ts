import { DEFAULT_LANGUAGE } from '@sportello/contract'
import { adminWords } from '@sportello/phrases/admin'
import { fill } from '@sportello/phrases/fill'
import { lockDefinition } from '../../catalogue/definitions/queries.ts'
import { audit } from '../../management/audit.ts'
import { acrossCustomers, type DeploymentDb } from '../../platform/db/with-customer.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { failingTests } from './form-tests.ts'
import { type CheckDefinition, definitionChecker } from './managed-checks.ts'
import { lockDuePublication, type OpenPublication, settlePublication } from './publication-rows.ts'
import { publishDocument, requireSound } from './publish-document.ts'

/** Maximum number of publications in one run of the job. The remaining publications follow a minute later. */
const MAX_PUBLICATIONS = 100

/**
 * Publishes the planned publications whose time has come. Runs every minute. A publication fails, with a stored reason,
 * if
 * its form has errors by then (for example because a mail template was deleted), or if a recorded test fails and nobody
 * has accepted the failure. After an unexpected error, the next run tries that publication again, and the other
 * publications go on.
 * @throws the first unexpected error, after the other publications
 */
export async function publishPlanned(services: RequestServices): Promise<void> {
  const check = definitionChecker(services)
  const left: string[] = []
  const errors: unknown[] = []
  for (let count = 0; count < MAX_PUBLICATIONS; count += 1) {
    let id: string | undefined
    try {
      const isDue = await publishNext(services, check, left, (due) => {
        id = due
      })
      if (!isDue) break
    } catch (error) {
      errors.push(error)
      if (id === undefined) break
      left.push(id)
    }
  }
  if (errors.length > 0) throw errors[0]
}

/** Publishes the next due publication. @returns true if a publication was due */
function publishNext(services: RequestServices, check: CheckDefinition, except: readonly string[], onDue: (id: string) => void): Promise<boolean> {
  return acrossCustomers(services.database.jobs, async (db) => {
    const due = await lockDuePublication(db, except)
    const stored = due && (await lockDefinition(db, due.code_tag))
    if (!due || !stored) return false
    onDue(due.id)
    const nobody = { username: '' }
    const comment = await faultOf(db, services, check, due)
    if (comment === undefined) {
      await publishDocument(db, nobody, stored, due)
      await settlePublication(db, due.id, { state: 'published' })
    } else {
      await settlePublication(db, due.id, { state: 'failed', comment })
      await audit(db, nobody, { action: 'publication.fail', subject: due.code_tag, after: { id: due.id, asked_by: due.asked_by, comment } })
    }
    return true
  })
}

/** Returns why a due publication must not go live; undefined if nothing speaks against it. */
async function faultOf(
  db: DeploymentDb,
  services: RequestServices,
  check: CheckDefinition,
  { document, failing_tests: accepted }: OpenPublication,
): Promise<string | undefined> {
  try {
    await requireSound(document, (each) => check(db, each, DEFAULT_LANGUAGE))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const [{ params = [] }] = error.entries
    return params.join(' ') || error.message
  }
  const failing = (await failingTests(db, services, document)).filter((name) => !accepted.includes(name))
  if (failing.length === 0) return undefined
  const { admin } = await adminWords[DEFAULT_LANGUAGE]()
  return fill(admin.tests_some_fail, [failing.join(', ')])
}
