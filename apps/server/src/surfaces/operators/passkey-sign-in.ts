import type { UsedCredential } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { openOperatorSession } from '../../management/operator-session.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { route } from '../../platform/http/route.ts'
import { logSignIn } from '../../platform/http/security-log.ts'
import { giveChallenge, takeChallenge } from './challenges.ts'
import { CHALLENGE_S, handleBytes, passkeySiteOf } from './passkey-site.ts'
import { countAttempt } from './sign-in-attempts.ts'
import { challengeIn, optionsToUse, verifyUsed } from './webauthn.ts'

/**
 * Registers the endpoints for the sign-in of operators with a discoverable passkey, without a user name. The sign-in
 * counts as two factors, because the authenticator verifies the user. The response is the same for all errors.
 */
export function passkeySignIn(app: FastifyInstance, services: CustomerServices): void {
  const { config, database } = services

  route(app, endpoints.beginPasskeySignIn, async () => {
    const site = passkeySiteOf(config)
    if (!site) throw apiError('forms0011')
    const options = await optionsToUse(site)
    await giveChallenge(database, options.challenge, { purpose: 'passkey.use', seconds: CHALLENGE_S })
    return { options: { ...options } }
  })

  route(app, endpoints.signInByPasskey, async ({ body: { credential }, request }) => {
    const cancelAttempt = await countAttempt(services, request, 'passkey', credential.id)
    const username = await ownerOf(services, credential)
    const came = { event: 'sign_in', way: 'passkey' } as const
    if (username === undefined) {
      logSignIn(config, request, { ...came, outcome: 'failure' })
      throw apiError('forms0011')
    }
    await cancelAttempt()
    logSignIn(config, request, { ...came, outcome: 'success', operator: username })
    return { auth: await openOperatorSession(database, username, { way: 'passkey', request }), username }
  })
}

/**
 * Verifies the sign-in with a passkey. Its challenge cannot be used again.
 * @returns the operator who owns the passkey; undefined if the verification fails
 */
async function ownerOf({ config, database }: CustomerServices, credential: UsedCredential): Promise<string | undefined> {
  const site = passkeySiteOf(config)
  const challenge = challengeIn(credential)
  if (!site || challenge === undefined || !(await takeChallenge(database, challenge, { purpose: 'passkey.use' }))) return undefined
  const known = await database.kysely
    .selectFrom('operator_passkeys as p')
    .innerJoin('operators as o', 'o.username', 'p.username')
    .select(['p.id', 'p.public_key', 'p.counter', 'o.user_handle'])
    .where('p.credential_id', '=', Buffer.from(credential.id, 'base64url'))
    .where('o.disabled', '=', false)
    .executeTakeFirst()
  if (!known || credential.response.userHandle !== handleBytes(known.user_handle).toString('base64url')) return undefined
  const counter = await verifyUsed(credential, challenge, site, { id: credential.id, publicKey: new Uint8Array(known.public_key), counter: known.counter })
  if (counter === undefined) return undefined
  // Updates no row if the passkey must not be used. Either its counter did not increase, which indicates a copied
  // passkey, or since the challenge the passkey was deleted or its operator disabled.
  const used = await database.kysely
    .updateTable('operator_passkeys as p')
    .from('operators as o')
    .set({ counter, last_used_at: sql<Date>`now()` })
    .whereRef('o.username', '=', 'p.username')
    .where('o.disabled', '=', false)
    .where('p.id', '=', known.id)
    .where((eb) => eb.or([eb('p.counter', '<', counter), eb.and([eb('p.counter', '=', 0), eb.val(counter === 0)])]))
    .returning('p.username')
    .executeTakeFirst()
  return used?.username
}
