import { deskStates, type ShownRequest } from '@sportello/contract'
import { shownDelivery } from '../../delivery/destinations/queries.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { decryptEach, ifReadable } from '../../platform/keys/rules.ts'
import { readDesk, readMerges, UNTOUCHED } from '../../requests/desk/queries.ts'
import { readTimeline } from '../../requests/desk/rules.ts'
import { decryptSummary, erasedAt, readableRequest, shownContent } from '../../requests/requests/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { readTickets } from '../../requests/ticket-states/queries.ts'
import { findRequest, requestParts } from './managed-queries.ts'
import { shownFollowUp } from './shown-follow-up.ts'

/** Returns a request as the dashboard shows it. @throws ApiError http_not_found. */
export async function shownRequest(services: RequestServices, db: DeploymentDb, ticket: string): Promise<ShownRequest> {
  const request = await findRequest(db, ticket)
  if (!request) throw apiError('http_not_found')
  const { mails, deliveries } = await requestParts(db, request)
  const customer = await services.knownCustomer(request.customer_code)
  const content = await shownContent(services.encryption, db, customer, request)
  const { path, answers, attachments } = readableRequest(customer, request, content)
  const iso = (moment: Date | null) => moment?.toISOString() ?? null
  return {
    ticket: request.ticket,
    form: request.customer_code,
    state: request.state as ShownRequest['state'],
    email: request.email,
    created_at: request.created_at.toISOString(),
    code_tag: request.code_tag,
    desk: await shownDesk(services, db, request),
    follow_up: await shownFollowUp(services, db, customer, { request, content }),
    otp: request.otp,
    auth_type: request.auth_type,
    lang_code: request.lang_code,
    opens_ticket: request.opens_ticket,
    definition: { code_tag: request.definition_code_tag, version: request.definition_version },
    path,
    answers,
    attachments,
    mails: mails.map(({ created_at, next_attempt_at, sent_at, ...mail }) => ({
      ...mail,
      created_at: created_at.toISOString(),
      next_attempt_at: iso(next_attempt_at),
      sent_at: iso(sent_at),
    })),
    deliveries: await decryptEach(deliveries, (delivery) => shownDelivery(services.encryption, db, delivery)),
    summary_html: (await ifReadable(decryptSummary(services.encryption, db, request))) ?? null,
    unreadable: content.unreadable,
    confirmed_at: iso(request.confirmed_at),
    processed_at: iso(request.processed_at),
    expires_at: iso(request.expires_at),
    erased_at: iso(erasedAt(customer, request)),
    failure: request.failure,
    ...(await readTickets(db, request)),
  }
}

/** What the operators have done with a request, and what they can do. */
async function shownDesk({ encryption, knownCustomer }: RequestServices, db: DeploymentDb, request: { customer_code: string; id: string }) {
  const row = await readDesk(db, request)
  const { version, ...desk } = row ?? UNTOUCHED
  const { params } = await knownCustomer(request.customer_code)
  const { into, duplicates } = await readMerges(db, request)
  return {
    ...desk,
    version: String(version),
    exists: row !== undefined,
    states: deskStates(params.desk_states),
    offered_labels: [...(params.desk_labels ?? [])],
    merged_into: into,
    duplicates,
    entries: await readTimeline(encryption, db, request),
  }
}
