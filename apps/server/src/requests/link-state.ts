import { fault } from '../http/fault.ts'

/**
 * Whether the link of a request has run out, as SQL: by the database's clock, and with no mail of it that is still to leave, since its hours count from
 * then. `expire_requests` writes it down within the minute; until then the others judge by this.
 * @param requests the name by which the statement knows the table
 */
export const linkIsOver = (requests: string) => `(${requests}.state = 'awaiting_confirmation' and ${requests}.expires_at <= now() and not exists (
  select from mails m
  where m.customer_code = ${requests}.customer_code and m.request_id = ${requests}.id and m.kind = 'validation' and m.state = 'queued'
))`

/** Refuses who comes with the link, or for the link, of a request that waits for it no more. @throws Fault forms0009 confirmed, whatever became of it then; forms0040. */
export function refuseSettled({ state, confirmed_at }: { state: string; confirmed_at: Date | null }): void {
  if (confirmed_at && state !== 'cancelled') throw fault('forms0009')
  if (state !== 'awaiting_confirmation') throw fault('forms0040')
}
