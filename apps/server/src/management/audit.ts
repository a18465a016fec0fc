import type { AuditAction } from '@sportello/contract'
import type { DeploymentDb } from '../platform/db/with-customer.ts'
import type { Operator } from './operator-session.ts'
import { withoutRowVersion } from './versions.ts'

/** A line of the audit log. */
export interface Change {
  action: AuditAction
  /** The name of the object that the operator changed, such as a form's code. */
  subject: string
  /** The customer of the changed object; missing if all customers share the object. */
  customer?: string
  before?: unknown
  after?: unknown
}

/** Writes a line of the audit log in the transaction that makes the change. The line must contain no secrets. */
export async function audit(db: DeploymentDb, { username }: Pick<Operator, 'username'>, { action, subject, customer, before, after }: Change): Promise<void> {
  await db
    .insertInto('audit_lines')
    .values({ operator: username, action, subject, customer_code: customer ?? '', before: json(before), after: json(after) })
    .execute()
}

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(withoutRowVersion(value)))
