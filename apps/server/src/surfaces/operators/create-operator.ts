import { randomBytes } from 'node:crypto'
import { OPERATOR_ROLES, type OperatorRole } from '@sportello/contract'
import { hashPassword } from '../../entrance/accounts/rules.ts'
import type { Database } from '../../platform/db/database.ts'

/** Error for an operator who could not be created; the message contains the reason. */
export class OperatorRejected extends Error {}

/**
 * Creates an operator who may manage the whole deployment, for the command line.
 * @returns the operator's password of 128 bits, which only this call returns
 * @throws OperatorRejected
 */
export async function createOperator({ kysely }: Pick<Database, 'kysely'>, username: string | undefined, role: string): Promise<string> {
  if (username === undefined || !/^[\w.@+-]{1,128}$/.test(username)) throw new OperatorRejected('A name is 1 to 128 letters, digits or ". @ + - _".')
  if (role === 'translator') throw new OperatorRejected('A translator needs languages: add this operator in the dashboard.')
  if (!OPERATOR_ROLES.includes(role as OperatorRole)) throw new OperatorRejected(`A role is one of ${OPERATOR_ROLES.join(', ')}.`)
  const password = `${randomBytes(16).toString('base64url')}-aA1`
  const row = await kysely
    .insertInto('operators')
    .values({ username, role, password_hash: await hashPassword(password) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('username')
    .executeTakeFirst()
  if (!row) throw new OperatorRejected(`There is an operator "${username}" already.`)
  return password
}
