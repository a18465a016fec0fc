import type { FormDraft } from './form-draft.ts'

/** The kinds of destinations (docs/webhooks.md). */
export const DESTINATION_KINDS = ['email', 'webhook', 'zammad'] as const
export type DestinationKind = (typeof DESTINATION_KINDS)[number]

/** One destination while an operator changes it; what is absent is not said. Secrets that it does not hold stay as they are. */
export type DestinationDraft = { kind: DestinationKind; name?: string } & Readonly<Record<string, unknown>>

type Given = FormDraft['params']['destination']

/** As many as a form may name. */
export const MAX_DESTINATIONS = 8

/** What takes a secret away when it is empty; anything else that is empty is left out. */
const SECRETS = ['secret', 'previous_secret', 'token']

export const destinationName = ({ kind, name }: DestinationDraft) => name || kind

export function destinationRows(given: Given): DestinationDraft[] {
  return [given ?? []].flat() as unknown as DestinationDraft[]
}

/** The rows as they are sent: one stays alone where it stood alone, so that refusals name the same place. */
export function destinationOf(rows: readonly DestinationDraft[], before: Given): Given {
  const [only] = rows
  if (only === undefined) return undefined
  return (rows.length === 1 && before !== undefined && !Array.isArray(before) ? only : rows) as unknown as Given
}

/** A row with a part of it changed. Another kind begins anew: it has other fields. */
export function changedRow(row: DestinationDraft, part: Readonly<Record<string, unknown>>): DestinationDraft {
  const { kind = row.kind } = part as Partial<DestinationDraft>
  const whole = kind === row.kind ? { ...row, ...part } : { kind, ...(row.name && { name: row.name }) }
  return Object.fromEntries(
    Object.entries(whole).filter(([key, value]) => value !== undefined && (value !== '' || SECRETS.includes(key))),
  ) as unknown as DestinationDraft
}

/** A secret as Standard Webhooks has it: 32 random bytes. */
export function newWebhookSecret(): string {
  return `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))}`
}
