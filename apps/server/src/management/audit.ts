import type { AuditAction } from '@sportello/contract'
import type { DeploymentDb } from '../platform/db/with-customer.ts'
import type { Operator } from './operator-session.ts'
import { withoutRowVersion } from './versions.ts'

/** What is written of a change. */
export interface Change {
  action: AuditAction
  /** What it was done to. */
  subject: string
  /** The customer that it belongs to; absent where all share it. */
  customer?: string
  before?: unknown
  after?: unknown
}

/** Writes a change into the audit log, in the transaction of the change itself. Secrets must not come here. */
export async function audit(db: DeploymentDb, { username }: Pick<Operator, 'username'>, { action, subject, customer, before, after }: Change): Promise<void> {
  await db
    .insertInto('audit_lines')
    .values({ operator: username, action, subject, customer_code: customer ?? '', before: json(before), after: json(after) })
    .execute()
}

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(withoutRowVersion(value)))
