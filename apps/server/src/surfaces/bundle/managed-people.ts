import { type AuditAction, MAX_ACCOUNT_ROWS, MAX_TOKEN_ROWS } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { managedCustomer } from '../../catalogue/customers/rules.ts'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import type { Operator } from '../../management/operator-session.ts'
import { withinReach } from '../../management/reach.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { accountsOf, importPeople, type PeopleTable, TableRejected, tokensOf } from './import-people.ts'

/**
 * Registers the endpoints that import a table of accounts or tokens into one form. Larger tables must be imported with
 * the command line.
 */
export function managedPeople(app: FastifyInstance, services: RequestServices): void {
  managed(app, endpoints.importAccounts, async ({ params, body, operator }) => {
    const { code } = await managedCustomer(services, operator, params.id)
    return refusing(async () => {
      const { accounts } = bounded('accounts', accountsOf(code, body.table), MAX_ACCOUNT_ROWS)
      return noted(operator, 'account.import', code, await importPeople(services, { accounts }))
    })
  })

  managed(app, endpoints.importTokens, async ({ params, body, operator }) => {
    const customer = await managedCustomer(services, operator, params.id)
    const made: { token: string; known: Record<string, string> }[] = []
    return refusing(async () => {
      const { tokens } = bounded('tokens', tokensOf(customer, body.table, made), MAX_TOKEN_ROWS)
      return { ...(await noted(operator, 'token.import', customer.code, await importPeople(services, { tokens }))), made }
    })
  })

  async function noted<T>(operator: Operator, action: AuditAction, code: string, after: T): Promise<T> {
    await withinReach(services.database.kysely, operator, (db) => audit(db, operator, { action, subject: code, customer: code, after }))
    return after
  }
}

/**
 * Checks the number of rows in an operator's table of accounts or tokens.
 * @throws TableRejected if the table is empty or too long.
 */
function bounded<K extends string, T extends PeopleTable & Record<K, readonly object[]>>(key: K, table: T, most: number): T {
  const { length } = table[key]
  if (length === 0) throw new TableRejected([{ row: 0, column: '', message: 'holds no rows' }])
  if (length > most)
    throw new TableRejected([{ row: most + 1, column: '', message: `is one row too many: ${most} at most; import larger tables by the command line` }])
  return table
}

/**
 * Runs `work` on an uploaded table of accounts or tokens. If the table has errors, throws an API error instead: `field`
 * contains the row and column, `params[0]` the reason.
 */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof TableRejected)) throw error
    const [first, ...more] = error.faults.map(({ row, column, message }) => ({
      code: 'forms_mgmt0001' as const,
      field: column === '' ? String(row) : `${row}.${column}`,
      params: [message],
    }))
    throw new ApiError([first ?? { code: 'forms_mgmt0001' }, ...more])
  }
}
