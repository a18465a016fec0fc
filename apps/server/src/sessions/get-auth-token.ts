import { randomUUID } from 'node:crypto'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { SignJWT } from 'jose'
import { now } from '../db/clock.ts'
import { fault } from '../http/fault.ts'
import { route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { sessionOf } from './admission.ts'
import { messageKey } from './sso-message.ts'

const LIFE_S = 60

/** Proves a session to the customer's own site, which checks it with the secret that it shares with the form (docs/sso.md). */
export function getAuthToken(app: FastifyInstance, services: Services): void {
  route(app, endpoints.getAuthToken, async ({ params, query }) => {
    const customer = await services.knownCustomer(params.customerCode)
    const session = await sessionOf(services, customer, query.code)
    if (!session) throw fault('forms0011')
    const key = messageKey(customer.params.sso_secret_aes ?? services.config.secretKey, 'session-token-v1')
    const [email] = session.emails
    const issued = Math.floor(now() / 1_000)
    const token = await new SignJWT({ auth_type: session.mode.authType, ...(email !== undefined && { email }) })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(services.config.publicUrl)
      .setAudience(customer.code)
      .setSubject(session.person ?? session.codeHash.toString('base64url'))
      .setJti(randomUUID())
      .setIssuedAt(issued)
      .setExpirationTime(issued + LIFE_S)
      .sign(key)
    return { token }
  })
}
