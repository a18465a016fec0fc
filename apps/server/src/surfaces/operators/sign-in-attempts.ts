import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { lockAttempts, tooManyAttempts } from '../../entrance/accounts/rules.ts'
import { acrossCustomers } from '../../platform/db/with-customer.ts'
import { networkOf } from '../../platform/http/network-address.ts'

const WINDOW = sql<Date>`now() - interval '15 minutes'`
/** Maximum number of failed sign-ins of one operator within the time window. It is lower than for visitors. */
const PER_ACCOUNT = 10
const PER_ADDRESS = 50

/**
 * Counts an attempt to sign in before the server checks the operator's secret. Advisory locks make the attempts in all
 * processes run one after the other, so that parallel attempts cannot exceed the limit.
 * @param subject the operator's user name. For a passkey it is the passkey's id; with the user name, anybody who knows
 * the name could lock the operator out
 * @returns a function that removes the attempt from the count; the caller calls it after a success
 * @throws ApiError forms0045
 */
export async function countAttempt(
  { config, database }: CustomerServices,
  request: FastifyRequest,
  secret: 'account' | 'code' | 'passkey',
  subject: string,
): Promise<() => Promise<void>> {
  const keyed = (kind: string, text: string) => createHmac('sha256', config.secretKey).update(`operator_${kind}\n${text}`).digest()
  const [account, address] = [keyed(secret, subject), keyed('address', networkOf(request.ip))]
  const counted = await acrossCustomers(database.kysely, async (db) => {
    await lockAttempts(db, { account, address })
    const { rows } = await sql<{ by_account: number; by_address: number }>`
      select count(*) filter (where account_key = ${account})::int as by_account, count(*) filter (where address_key = ${address})::int as by_address
      from operator_failed_sign_ins where failed_at > ${WINDOW} and (account_key = ${account} or address_key = ${address})`.execute(db)
    if ((rows[0]?.by_account ?? 0) >= PER_ACCOUNT || (rows[0]?.by_address ?? 0) >= PER_ADDRESS) return undefined
    await db.deleteFrom('operator_failed_sign_ins').where('failed_at', '<', WINDOW).execute()
    return db.insertInto('operator_failed_sign_ins').values({ account_key: account, address_key: address }).returning('id').executeTakeFirstOrThrow()
  })
  if (!counted) throw tooManyAttempts(15 * 60)
  return async () => void (await database.kysely.deleteFrom('operator_failed_sign_ins').where('id', '=', counted.id).execute())
}
