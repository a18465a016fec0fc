import type { Operator } from '../../management/operator-session.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { readDesk } from '../../requests/desk/queries.ts'
import { findRequest } from './managed-queries.ts'

/** Returns the user name of an agent, who sees only requests on the desk that are the agent's own or nobody's; undefined for other operators. */
export const agentOf = ({ role, username }: Pick<Operator, 'role' | 'username'>): string | undefined => (role === 'agent' ? username : undefined)

/** Returns true if an operator may see a request on the desk that has the given assignee. */
export function isSeen(operator: Pick<Operator, 'role' | 'username'>, assignee: string | null): boolean {
  const agent = agentOf(operator)
  return agent === undefined || assignee === null || assignee === agent
}

/** Finds a request that an operator may see, with its row on the desk. */
export async function findSeenRequest(db: DeploymentDb, operator: Operator, ticket: string) {
  const found = await findRequest(db, ticket)
  return found && (await isSeenRequest(db, operator, found)) ? found : undefined
}

/** Returns true if an operator may see a request. */
export async function isSeenRequest(db: DeploymentDb, operator: Operator, request: { customer_code: string; id: string }): Promise<boolean> {
  if (agentOf(operator) === undefined) return true
  const desk = await readDesk(db, request)
  return desk !== undefined && isSeen(operator, desk.assignee)
}
