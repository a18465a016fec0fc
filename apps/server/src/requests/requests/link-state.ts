import { apiError } from '../../platform/http/api-error.ts'

/**
 * SQL condition that is true if the confirmation link of a request has expired by the database's clock. A link does not
 * expire while a mail with the link is queued, because its lifetime starts when the mail is sent. The job
 * `expire_requests` marks expired requests within a minute; until then, other statements use this condition.
 * @param requests alias of the table `requests` in the statement
 */
export const linkHasExpired = (requests: string) => `(${requests}.state = 'awaiting_confirmation' and ${requests}.expires_at <= now() and not exists (
  select from mails m
  where m.customer_code = ${requests}.customer_code and m.request_id = ${requests}.id and m.kind = 'validation' and m.state = 'queued'
))`

/**
 * Rejects a call for a request that does not await its confirmation.
 * @throws ApiError forms0009 if the request was confirmed, otherwise forms0040.
 */
export function rejectUnlessAwaiting({ state, confirmed_at }: { state: string; confirmed_at: Date | null }): void {
  if (confirmed_at && state !== 'cancelled') throw apiError('forms0009')
  if (state !== 'awaiting_confirmation') throw apiError('forms0040')
}
