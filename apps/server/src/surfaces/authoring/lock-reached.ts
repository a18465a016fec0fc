import { lockDefinition, type StoredDefinition } from '../../catalogue/definitions/queries.ts'
import type { Operator } from '../../management/operator-session.ts'
import { isReachedDefinition } from '../../management/reach.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'

/**
 * Locks a form definition until the transaction ends, if the operator may manage it. Otherwise throws the same error as
 * for a definition that does not exist.
 */
export async function lockReached(
  db: DeploymentDb,
  operator: Pick<Operator, 'customers'>,
  codeTag: string,
  mode: 'update' | 'share' = 'update',
): Promise<StoredDefinition | undefined> {
  return (await isReachedDefinition(db, operator, codeTag)) ? lockDefinition(db, codeTag, mode) : undefined
}
