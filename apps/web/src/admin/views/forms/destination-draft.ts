import type { FormDraft } from './form-draft.ts'

/** Kinds of destinations (docs/webhooks.md). */
export const DESTINATION_KINDS = ['email', 'webhook', 'zammad'] as const
export type DestinationKind = (typeof DESTINATION_KINDS)[number]

/**
 * A ticket destination while an operator edits it. Absent keys are not sent to the server, which then keeps the stored
 * secrets of these keys.
 */
export type DestinationDraft = { kind: DestinationKind; name?: string } & Readonly<Record<string, unknown>>

type Given = FormDraft['params']['destination']

/** Maximum number of destinations of a form. */
export const MAX_DESTINATIONS = 8

/**
 * Keys of a destination that hold secrets. An empty value deletes the stored secret; other empty values are not sent to
 * the server.
 */
const SECRETS = ['secret', 'previous_secret', 'token']

export const destinationName = ({ kind, name }: DestinationDraft) => name || kind

export function destinationRows(given: Given): DestinationDraft[] {
  return [given ?? []].flat() as unknown as DestinationDraft[]
}

/**
 * Returns a form's destinations as the dashboard sends them to the server. A single destination that was stored as an object stays an object, so that the
 * server's errors name the same field.
 */
export function destinationOf(rows: readonly DestinationDraft[], before: Given): Given {
  const [only] = rows
  if (only === undefined) return undefined
  return (rows.length === 1 && before !== undefined && !Array.isArray(before) ? only : rows) as unknown as Given
}

/**
 * Returns a destination with changed values. If the kind of the destination changes, only its name is kept, because
 * each kind has other fields.
 */
export function changedRow(row: DestinationDraft, part: Readonly<Record<string, unknown>>): DestinationDraft {
  const { kind = row.kind } = part as Partial<DestinationDraft>
  const whole = kind === row.kind ? { ...row, ...part } : { kind, ...(row.name && { name: row.name }) }
  return Object.fromEntries(
    Object.entries(whole).filter(([key, value]) => value !== undefined && (value !== '' || SECRETS.includes(key))),
  ) as unknown as DestinationDraft
}

/** Returns a new webhook secret: 32 random bytes in the format of Standard Webhooks. */
export function newWebhookSecret(): string {
  return `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))}`
}
