import type { AuditAction } from '@sportello/contract'
import type { DeploymentDb } from '../platform/db/with-customer.ts'
import type { Operator } from './operator-session.ts'
import { withoutRowVersion } from './versions.ts'

/** An entry of the audit log. */
export interface Change {
  action: AuditAction
  /** The name of the object that the operator changed, such as a form's code. */
  subject: string
  /** The customer to which the changed object belongs; missing if all customers share the object. */
  customer?: string
  before?: unknown
  after?: unknown
}

/** Writes an entry to the audit log in the same transaction as the change. The entry must contain no secrets. */
export async function audit(db: DeploymentDb, { username }: Pick<Operator, 'username'>, { action, subject, customer, before, after }: Change): Promise<void> {
  await db
    .insertInto('audit_lines')
    .values({ operator: username, action, subject, customer_code: customer ?? '', before: json(before), after: json(after) })
    .execute()
}

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(withoutRowVersion(value)))
