import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { holdTries, tooMany } from '../accounts/rules.ts'
import { acrossCustomers } from '../db/with-customer.ts'
import { networkOf } from '../http/network-address.ts'
import type { Services } from '../services.ts'

const WINDOW = sql<Date>`now() - interval '15 minutes'`
/** Failed tries in the window: fewer than visitors have, for more is at stake. */
const PER_ACCOUNT = 10
const PER_ADDRESS = 50

/**
 * Counts a try at a secret of an operator before it is made, one after the other over all processes: of many at once no more than the
 * limit go on.
 * @param whose the operator's user name; of a passkey its own id, so that nobody is kept out by who knows a name alone
 * @returns takes the try back, where it was none of a stranger's
 * @throws Fault forms0045
 */
export async function countTry(
  { config, database }: Services,
  request: FastifyRequest,
  secret: 'account' | 'code' | 'passkey',
  whose: string,
): Promise<() => Promise<void>> {
  const keyed = (kind: string, text: string) => createHmac('sha256', config.secretKey).update(`operator_${kind}\n${text}`).digest()
  const [account, address] = [keyed(secret, whose), keyed('address', networkOf(request.ip))]
  const counted = await acrossCustomers(database.kysely, async (db) => {
    await holdTries(db, { account, address })
    const { rows } = await sql<{ by_account: number; by_address: number }>`
      select count(*) filter (where account_key = ${account})::int as by_account, count(*) filter (where address_key = ${address})::int as by_address
      from operator_failed_sign_ins where failed_at > ${WINDOW} and (account_key = ${account} or address_key = ${address})`.execute(db)
    if ((rows[0]?.by_account ?? 0) >= PER_ACCOUNT || (rows[0]?.by_address ?? 0) >= PER_ADDRESS) return undefined
    await db.deleteFrom('operator_failed_sign_ins').where('failed_at', '<', WINDOW).execute()
    return db.insertInto('operator_failed_sign_ins').values({ account_key: account, address_key: address }).returning('id').executeTakeFirstOrThrow()
  })
  if (!counted) throw tooMany(15 * 60)
  return async () => void (await database.kysely.deleteFrom('operator_failed_sign_ins').where('id', '=', counted.id).execute())
}
