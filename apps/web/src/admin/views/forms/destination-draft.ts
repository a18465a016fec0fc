import type { FormDraft } from './form-draft.ts'

/** Kinds of systems to which a form's tickets can be sent (docs/webhooks.md). */
export const DESTINATION_KINDS = ['email', 'webhook', 'zammad', 'redmine', 'osticket', 'jira', 'glpi'] as const
export type DestinationKind = (typeof DESTINATION_KINDS)[number]

/**
 * A ticket destination while an operator edits it. Keys that are missing are not sent; if such a key holds a secret,
 * the server keeps the stored secret.
 */
export type DestinationDraft = { kind: DestinationKind; name?: string } & Readonly<Record<string, unknown>>

type Given = FormDraft['params']['destination']

/** Maximum number of destinations of a form. */
export const MAX_DESTINATIONS = 8

/**
 * Keys of a destination that hold secrets. An empty secret is sent, because it deletes the stored secret; any other
 * empty value is not sent.
 */
const SECRETS = ['secret', 'previous_secret', 'token', 'app_token', 'state_secret']

export const destinationName = ({ kind, name }: DestinationDraft) => name || kind

export function destinationRows(given: Given): DestinationDraft[] {
  return [given ?? []].flat() as unknown as DestinationDraft[]
}

/**
 * Returns a form's destinations in the format of the API. The server may have stored a single destination as an object,
 * not
 * as a list. Then returns an object again, so that the field names in the server's errors stay the same.
 */
export function destinationOf(rows: readonly DestinationDraft[], before: Given): Given {
  const [only] = rows
  if (only === undefined) return undefined
  return (rows.length === 1 && before !== undefined && !Array.isArray(before) ? only : rows) as unknown as Given
}

/**
 * Returns a destination with some values changed. If the kind changes, only the name is kept, because each kind has
 * different fields.
 */
export function changedRow(row: DestinationDraft, part: Readonly<Record<string, unknown>>): DestinationDraft {
  const { kind = row.kind } = part as Partial<DestinationDraft>
  const whole = kind === row.kind ? { ...row, ...part } : { kind, ...(row.name && { name: row.name }) }
  return Object.fromEntries(
    Object.entries(whole).filter(([key, value]) => value !== undefined && (value !== '' || SECRETS.includes(key))),
  ) as unknown as DestinationDraft
}

/** Returns a new secret for signatures: 32 random bytes in the format of Standard Webhooks. */
export function newWebhookSecret(): string {
  return `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))}`
}

/** Returns a destination without its secrets, for calls that need none. */
export function withoutSecrets(row: DestinationDraft): object {
  return Object.fromEntries(Object.entries(row).filter(([key]) => !SECRETS.includes(key)))
}
