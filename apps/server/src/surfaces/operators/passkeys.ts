import type { ShownPasskey } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import { addFactor } from '../../management/operator-session.ts'
import type { DB } from '../../platform/db/schema.ts'
import { acrossCustomers } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { giveChallenge, takeChallenge } from './challenges.ts'
import { CHALLENGE_S, handleBytes, requireSite } from './passkey-site.ts'
import { requireReauthentication } from './reauthentication.ts'
import { challengeIn, optionsToMake, verifyNew } from './webauthn.ts'

/** Maximum number of passkeys per operator. */
const MOST = 20

/** Registers the endpoints that manage an operator's own passkeys (docs/decisions/0020-operators-come-in.md). */
export function passkeys(app: FastifyInstance, services: CustomerServices): void {
  const { database } = services
  const { kysely } = database

  managed(app, endpoints.listPasskeys, ({ operator: { username } }) => passkeysOf(kysely, username))

  // Requires a reauthentication to create the challenge, which is valid for one passkey. Therefore the call that adds
  // the passkey requires no further reauthentication.
  managed(app, endpoints.beginPasskey, async ({ body: { present }, operator, request }) => {
    const site = requireSite(services.config)
    const { username } = operator
    await requireReauthentication(services, request, operator, present)
    const known = await kysely.selectFrom('operator_passkeys').select(['credential_id', 'transports']).where('username', '=', username).execute()
    if (known.length >= MOST) throw apiError('forms_mgmt0003')
    const { user_handle } = await kysely.selectFrom('operators').select('user_handle').where('username', '=', username).executeTakeFirstOrThrow()
    const options = await optionsToMake(site, { username, handle: handleBytes(user_handle), known })
    await giveChallenge(database, options.challenge, { purpose: 'passkey.add', username, seconds: CHALLENGE_S })
    return { options: { ...options } }
  })

  managed(app, endpoints.addPasskey, async ({ body: { name, credential }, operator }) => {
    const site = requireSite(services.config)
    const { username } = operator
    const challenge = challengeIn(credential)
    const isOurs = challenge !== undefined && (await takeChallenge(database, challenge, { purpose: 'passkey.add', username }))
    const made = isOurs ? await verifyNew(credential, challenge, site) : undefined
    if (!made) throw apiError('forms_mgmt0001', [], 'credential')
    return acrossCustomers(kysely, async (db) => {
      const row = await db
        .insertInto('operator_passkeys')
        .values({
          username,
          name,
          credential_id: Buffer.from(made.id, 'base64url'),
          public_key: Buffer.from(made.publicKey),
          counter: made.counter,
          transports: made.transports ?? [],
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!row) throw apiError('forms_mgmt0003', [], 'credential')
      const all = await passkeysOf(db, username)
      if (all.length > MOST) throw apiError('forms_mgmt0003')
      await addFactor(db, operator, 'password+passkey')
      await audit(db, operator, { action: 'passkey.add', subject: username, after: { name } })
      return all.find(({ id }) => id === row.id) as ShownPasskey
    })
  })

  managed(app, endpoints.deletePasskey, async ({ params: { id }, body: { present }, operator, request }) => {
    await requireReauthentication(services, request, operator, present)
    return acrossCustomers(kysely, async (db) => {
      const { username } = operator
      const mine = (await passkeysOf(db, username)).find((each) => each.id === id)
      const gone = mine && (await db.deleteFrom('operator_passkeys').where('id', '=', mine.id).returning('name').executeTakeFirst())
      if (!gone) throw apiError('forms_mgmt0002')
      await audit(db, operator, { action: 'passkey.delete', subject: username, before: { name: gone.name } })
      return {}
    })
  })
}

async function passkeysOf(db: Kysely<DB>, username: string): Promise<ShownPasskey[]> {
  const rows = await db
    .selectFrom('operator_passkeys')
    .select(['id', 'name', 'added_at', 'last_used_at'])
    .where('username', '=', username)
    .orderBy('added_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, added_at, last_used_at }) => ({
    id,
    name,
    added_at: added_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  }))
}
