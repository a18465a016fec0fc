import { randomUUID } from 'node:crypto'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { SignJWT } from 'jose'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { now } from '../../platform/db/clock.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { route } from '../../platform/http/route.ts'
import { sessionOf } from './admission.ts'
import { messageKey } from './sso-message.ts'

const LIFE_S = 60

/**
 * Registers the endpoint that returns a signed token to a visitor with a session. The token proves the session to the
 * customer's own site. The form and that site share the secret with which the token is signed (docs/sso.md).
 */
export function getAuthToken(app: FastifyInstance, services: CustomerServices): void {
  route(app, endpoints.getAuthToken, async ({ params, query }) => {
    const customer = await services.knownCustomer(params.customerCode)
    const session = await sessionOf(services, customer, query.code)
    if (!session) throw apiError('forms0011')
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
