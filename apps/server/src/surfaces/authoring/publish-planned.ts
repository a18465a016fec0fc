import { DEFAULT_LANGUAGE } from '@sportello/contract'
import { lockDefinition } from '../../catalogue/definitions/queries.ts'
import { audit } from '../../management/audit.ts'
import { acrossCustomers } from '../../platform/db/with-customer.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { type CheckDefinition, definitionChecker } from './managed-checks.ts'
import { lockDuePublication, settlePublication } from './publication-rows.ts'
import { publishDocument, requireSound } from './publish-document.ts'

/** Maximum number of publications of one run of the job; the others follow a minute later. */
const MAX_PUBLICATIONS = 100

/**
 * Publishes the planned publications whose moment has come. One whose form has errors by then, for example because a
 * mail template was deleted, fails and says why. Runs every minute.
 */
export async function publishPlanned(services: RequestServices): Promise<void> {
  const check = definitionChecker(services)
  for (let count = 0; count < MAX_PUBLICATIONS; count += 1) if (!(await publishNext(services, check))) return
}

/** Publishes the next due publication. @returns whether one was due */
function publishNext({ database }: RequestServices, check: CheckDefinition): Promise<boolean> {
  return acrossCustomers(database.jobs, async (db) => {
    const due = await lockDuePublication(db)
    const stored = due && (await lockDefinition(db, due.code_tag))
    if (!due || !stored) return false
    const nobody = { username: '' }
    try {
      await requireSound(due.document, (each) => check(db, each, DEFAULT_LANGUAGE))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const [{ params = [] }] = error.entries
      const comment = params.join(' ') || error.message
      await settlePublication(db, due.id, { state: 'failed', comment })
      await audit(db, nobody, { action: 'publication.fail', subject: due.code_tag, after: { id: due.id, asked_by: due.asked_by, comment } })
      return true
    }
    await publishDocument(db, nobody, stored, due)
    await settlePublication(db, due.id, { state: 'published' })
    return true
  })
}
