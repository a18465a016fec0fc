import { createHmac } from 'node:crypto'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { tooMany, verifyPassword } from '../accounts/rules.ts'
import type { DB } from '../db/schema.ts'
import { fault } from '../http/fault.ts'
import { networkOf } from '../http/network-address.ts'
import { route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { takeCode } from './authenticator.ts'
import { openOperatorSession } from './credential.ts'

const WINDOW = sql<Date>`now() - interval '15 minutes'`
/** Failed tries in the window: fewer than visitors have, for more is at stake. */
const PER_ACCOUNT = 10
const PER_ADDRESS = 50

/**
 * Signing in with a password, and with the code of an authenticator where one is set up. One answer for every fault; the credential that
 * comes back is the value of the auth route.
 */
export function signIn(app: FastifyInstance, services: Services): void {
  const { config, database } = services
  route(app, endpoints.signIn, async ({ body: { username, password, code }, request }) => {
    const keyed = (kind: string, text: string) => createHmac('sha256', config.secretKey).update(`operator_${kind}\n${text}`).digest()
    const tries = { account: keyed('account', username), address: keyed('address', networkOf(request.ip)) }
    await requirePatience(database.kysely, tries)
    const row = await database.kysely
      .selectFrom('operators')
      .select(['username', 'password_hash', 'totp_secret', 'totp_confirmed_at'])
      .where('username', '=', username)
      .where('disabled', '=', false)
      .executeTakeFirst()
    const right = await verifyPassword(row?.password_hash ?? undefined, password)
    if (!row || !right) return refuse(database.kysely, tries)
    if (row.totp_confirmed_at && row.totp_secret) {
      if (code === undefined || code === '') return { auth: null, code_required: true }
      if (!(await takeCode(services, row.username, row.totp_secret, code))) return refuse(database.kysely, tries)
    }
    return { auth: await openOperatorSession(database, row.username), code_required: false }
  })
}

interface Tries {
  account: Buffer
  address: Buffer
}

/** @throws Fault forms0045. */
async function requirePatience(db: Kysely<DB>, { account, address }: Tries): Promise<void> {
  const { rows } = await sql<{ by_account: number; by_address: number }>`
    select count(*) filter (where account_key = ${account})::int as by_account, count(*) filter (where address_key = ${address})::int as by_address
    from operator_failed_sign_ins where failed_at > ${WINDOW} and (account_key = ${account} or address_key = ${address})`.execute(db)
  if ((rows[0]?.by_account ?? 0) >= PER_ACCOUNT || (rows[0]?.by_address ?? 0) >= PER_ADDRESS) throw tooMany(15 * 60)
}

async function refuse(db: Kysely<DB>, { account, address }: Tries): Promise<never> {
  await db.insertInto('operator_failed_sign_ins').values({ account_key: account, address_key: address }).execute()
  await db.deleteFrom('operator_failed_sign_ins').where('failed_at', '<', WINDOW).execute()
  throw fault('forms0011')
}
