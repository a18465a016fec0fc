import { isEmailAddress } from '@sportello/fields'
import { z } from 'zod'
import { LANGUAGES } from '../language.ts'

/**
 * Name of a ticket destination, which is unique within its form. Deliveries and secrets refer to the destination by
 * this name. The default is the kind of the destination.
 */
const name = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,32}$/, 'must be 1 to 32 letters, digits, "_" or "-"')
  .optional()

const url = z
  .url({ protocol: /^https?$/, error: 'must be an address with http or https' })
  .max(2_000)
  .refine((value) => !/^https?:[\\/]*[^\\/?#]*@/i.test(value), 'must not hold credentials')

/**
 * Secret with which calls to a webhook are signed (Standard Webhooks, "Signature scheme"): 24 to 64 bytes in base64. An
 * empty text deletes the secret.
 */
const secret = z
  .string()
  .refine((value) => value === '' || isWebhookSecret(value), 'must be "whsec_" and 24 to 64 bytes as base64')
  .optional()

export function isWebhookSecret(value: string): boolean {
  const base64 = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(value)?.[1]
  if (base64 === undefined || base64.length % 4 !== 0) return false
  const bytes = (base64.length / 4) * 3 - (base64.match(/=/g)?.length ?? 0)
  return bytes >= 24 && bytes <= 64
}

const email = z.strictObject({
  kind: z.literal('email'),
  name,
  address: z.string().refine(isEmailAddress, 'must be one e-mail address'),
  /** Language of the mail to a department. The default is the language of the request. */
  lang_code: z.enum(LANGUAGES).optional(),
})

/**
 * A webhook destination. If `previous_secret` is set, each call is signed with both secrets, so that the receiver can
 * change from the old to the new secret without rejecting calls.
 */
const webhook = z.strictObject({ kind: z.literal('webhook'), name, url, secret, previous_secret: secret })

/** Maximum number of ticket attributes that a Zammad destination can set. */
const MAX_FIELDS = 50

/**
 * A destination that creates tickets in a group of a Zammad installation. `title` and the values of `fields` (ticket
 * attributes) are Liquid templates, which can use the same variables as mails.
 */
const zammad = z.strictObject({
  kind: z.literal('zammad'),
  name,
  url,
  token: z.string().max(512).optional(),
  group: z.string().min(1).max(160),
  /** E-mail address that Zammad stores as the customer of a ticket if the request contains no e-mail address. */
  customer: z.string().refine(isEmailAddress, 'must be one e-mail address').optional(),
  title: z.string().max(500).optional(),
  fields: z.record(z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be the name of an attribute'), z.string().max(2_000)).optional(),
})

const one = z.discriminatedUnion('kind', [email, webhook, zammad])

/**
 * One or more destinations to which the server delivers the tickets of a form's requests, in addition to the built-in
 * list of requests (wire contract, "The life of a request"). In an update, secrets that are already stored may be
 * missing.
 */
export const destination = z.union([one, z.array(one).max(8)]).superRefine((given, context) => {
  const names = [given].flat().map(nameOf)
  for (const [at, each] of names.entries())
    if (names.indexOf(each) !== at) context.addIssue({ code: 'custom', path: [at, 'name'], message: `"${each}" stands here twice` })
  for (const [at, each] of [given].flat().entries()) {
    const input = each.kind === 'zammad' ? each.fields : undefined
    if (Object.keys(input ?? {}).length <= MAX_FIELDS) continue
    const path = [...(Array.isArray(given) ? [at] : []), 'fields']
    context.addIssue({ code: 'too_big', origin: 'array', maximum: MAX_FIELDS, path, input, message: `must not be more than ${MAX_FIELDS}` })
  }
})

const nameOf = ({ name: own, kind }: { name?: string | undefined; kind: string }) => own ?? kind

export type Destination = z.infer<typeof one> & { name: string }
export type DestinationOf<K extends Destination['kind']> = Extract<Destination, { kind: K }>

/** Returns the destinations of a form, each with its name. */
export function destinationsOf({ destination: given }: { destination?: z.infer<typeof destination> | undefined }): Destination[] {
  return given === undefined ? [] : [given].flat().map((each) => ({ ...each, name: nameOf(each) }))
}

/**
 * For each kind of destination, the names of the properties that contain secrets. The API never returns their values.
 */
export const DESTINATION_SECRETS = { email: [], webhook: ['secret', 'previous_secret'], zammad: ['token'] } as const satisfies Record<
  Destination['kind'],
  readonly string[]
>

/** Returns the names of the destinations that cannot be used because their secret or token is missing. */
export function unkeyedDestinations(params: Parameters<typeof destinationsOf>[0]): string[] {
  return destinationsOf(params).flatMap((each) => {
    const lacks = (each.kind === 'webhook' && !each.secret) || (each.kind === 'zammad' && !each.token)
    return lacks ? [each.name] : []
  })
}
