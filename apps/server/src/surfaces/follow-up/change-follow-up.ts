import { FRESH_CODES_PER_DAY, followUpOf, MAX_WAITING_MESSAGES, MESSAGES_PER_DAY, numberSetting } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { apiError } from '../../platform/http/api-error.ts'
import { route } from '../../platform/http/route.ts'
import { stored } from '../../platform/keys/rules.ts'
import { noteRequester } from '../../requests/desk/queries.ts'
import { openAnswers, queueFreshCode, readFollowUp, storeScore, storeWithdrawal, takeCodeTry } from '../../requests/follow-up/queries.ts'
import { commentContext, freshCode, insertMessage, isSameSecret, messageContext, messageLimit } from '../../requests/follow-up/rules.ts'
import { holdRequest } from '../../requests/requests/queries.ts'
import { holdRetention } from '../../requests/requests/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { inSession } from './in-session.ts'
import { cancelByRequester, lockCase, readFollowedRequest, stopSending } from './queries.ts'
import { hasAddress, shownFollowUp } from './shown-follow-up.ts'

/** Registers the endpoints by which a requester changes something: withdraws the request, says how satisfied he is, and writes. */
export function changeFollowUp(app: FastifyInstance, services: RequestServices): void {
  const { encryption } = services

  route(app, endpoints.withdrawRequest, ({ params, request }) =>
    inSession(services, params.customerCode, request, async (db, customer, session) => {
      await holdRequest(db, session.customer_code, session.id)
      const isOnDesk = await lockCase(db, session)
      const hours = followUpOf(customer.params)?.withdraw_hours
      if (!(await readFollowUp(db, session))?.withdrawn_at) {
        const withdrawn = hours === undefined ? undefined : await cancelByRequester(db, session, hours)
        if (!withdrawn) throw apiError('forms_mgmt0004')
        await storeWithdrawal(db, session)
        await stopSending(db, session)
        if (isOnDesk || withdrawn.was_processed) await noteRequester(db, session, 'withdrawn')
      }
      return shownFollowUp(services, db, customer, session)
    }),
  )

  route(app, endpoints.rateRequest, async ({ params, body: { score, comment }, request }) => {
    const key = await keyOf(params.customerCode)
    return inSession(services, params.customerCode, request, async (db, customer, session) => {
      await holdRequest(db, session.customer_code, session.id)
      const { satisfaction } = await shownFollowUp(services, db, customer, session)
      if (!satisfaction) throw apiError('forms_mgmt0004')
      const held = await encryption.held(db, customer.code, key)
      await storeScore(db, session, score, comment === null ? null : stored(held, commentContext(session), comment))
      return shownFollowUp(services, db, customer, session)
    })
  })

  route(app, endpoints.answerDesk, async ({ params, body: { id, text }, request }) => {
    const key = await keyOf(params.customerCode)
    return inSession(services, params.customerCode, request, async (db, customer, session) => {
      await holdRequest(db, session.customer_code, session.id)
      const { can_write, messages } = await shownFollowUp(services, db, customer, session)
      const isRepeated = messages.some((message) => message.id === id)
      if (!can_write && !isRepeated) throw apiError('forms_mgmt0004')
      const limit = isRepeated ? undefined : await messageLimit(db, session, id)
      if (limit) throw apiError('forms0024', limit === 'day' ? [MESSAGES_PER_DAY, 24] : [MAX_WAITING_MESSAGES, 24])
      const held = await encryption.held(db, customer.code, key)
      const body = stored(held, messageContext(session, id), text)
      if (await insertMessage(db, session, { id, sender: 'requester', operator: null, body })) await noteRequester(db, session, 'answer')
      return shownFollowUp(services, db, customer, session)
    })
  })

  route(app, endpoints.askFreshCode, ({ params, request }) =>
    inSession(services, params.customerCode, request, async (db, customer, session) => {
      await holdRetention(db)
      await holdRequest(db, session.customer_code, session.id)
      const row = await readFollowedRequest(db, session, undefined)
      if (!row || !hasAddress(row)) throw apiError('forms0020')
      if (!(await queueFreshCode(db, session, numberSetting(customer.settings, 'unconfirmed_mails')))) throw apiError('forms0024', [FRESH_CODES_PER_DAY, 24])
      return {}
    }),
  )

  route(app, endpoints.checkFreshCode, async ({ params, body: { code }, request }) => {
    // The try is committed before the code is compared, so that no answer is given without having been counted.
    const { session, mail } = await inSession(services, params.customerCode, request, async (db, _customer, session) => ({
      session,
      mail: await takeCodeTry(db, session),
    }))
    if (mail === undefined) throw apiError('forms0040')
    if (!isSameSecret(freshCode(services.config.secretKey, session.customer_code, session.id, mail), code.replaceAll(/\s/g, ''))) throw apiError('forms0021')
    return inSession(services, params.customerCode, request, async (db, customer, open) => {
      const openUntil = await openAnswers(db, open)
      return shownFollowUp(services, db, customer, { ...open, openUntil })
    })
  })

  async function keyOf(customerCode: string) {
    const customer = await services.knownCustomer(customerCode)
    return encryption.key(customer.code)
  }
}
