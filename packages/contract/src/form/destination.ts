import { isEmailAddress } from '@sportello/fields'
import { z } from 'zod'
import { LANGUAGES } from '../language.ts'
import { MAX_TICKET_STATE } from '../request/ticket-state.ts'

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

/**
 * Settings for the reports of a ticket system about the states of its tickets. `state_secret` is the secret with which it
 * signs them, as the system or its administrator chose it; an empty text deletes it. `done_states` are the states that
 * mean that the work is done, for systems that do not say so.
 */
const stateReports = {
  state_secret: z
    .string()
    .regex(/^(?:[\x21-\x7e]{20,255})?$/, 'must be 20 to 255 letters, digits and signs without spaces')
    .optional(),
  done_states: z.array(z.string().min(1).max(MAX_TICKET_STATE)).max(20).optional(),
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
const webhook = z.strictObject({ kind: z.literal('webhook'), name, url, secret, previous_secret: secret, ...stateReports })

/** Maximum number of ticket attributes that a destination can set. */
const MAX_FIELDS = 50

/** Access token or API key with which the server calls a ticket system. */
const token = z.string().max(512).optional()

/**
 * Settings that all ticket systems share: their reports, and the title and attributes of their tickets. `title` and the values of `fields` are Liquid templates, which
 * can use the same variables as mails.
 */
const ticketTexts = {
  ...stateReports,
  title: z.string().max(500).optional(),
  fields: z.record(z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be the name of an attribute'), z.string().max(2_000)).optional(),
}

/** Number by which a ticket system identifies one of its objects. Bundles may contain it as a number or as text. */
const objectId = z.union([z.int().positive(), z.string().regex(/^[1-9]\d{0,9}$/, 'must be a number')])

/** E-mail address that a ticket system stores as the customer of a ticket if the request contains no e-mail address. */
const customer = z.string().refine(isEmailAddress, 'must be one e-mail address')

/** A destination that creates tickets in a group of a Zammad installation. */
const zammad = z.strictObject({ kind: z.literal('zammad'), name, url, token, group: z.string().min(1).max(160), customer: customer.optional(), ...ticketTexts })

/**
 * A destination that creates issues in a project of a Redmine installation. `fields` contains attributes of the issue
 * (`priority_id`) and custom fields (`cf_12`).
 */
const redmine = z.strictObject({
  kind: z.literal('redmine'),
  name,
  url,
  token,
  /** Identifier of the project, as its URL contains it. */
  project: z.string().regex(/^[a-z0-9_-]{1,100}$/, 'must be the identifier of a project'),
  /** Number of the tracker. The default is the project's first tracker. */
  tracker: objectId.optional(),
  ...ticketTexts,
})

/**
 * A destination that creates tickets in an osTicket installation. `fields` contains fields of its forms, by their variable
 * names. osTicket requires the customer's e-mail address for every ticket.
 */
const osticket = z.strictObject({ kind: z.literal('osticket'), name, url, token, topic: objectId.optional(), customer, ...ticketTexts })

/**
 * A destination that creates requests in a service desk of Jira Service Management. `fields` contains fields of the
 * request type, by their Jira ids (`customfield_10010`).
 */
const jira = z.strictObject({
  kind: z.literal('jira'),
  name,
  url,
  token,
  /** E-mail address of the account that the token belongs to (Jira Cloud). Without it, the token is sent as a bearer token (Data Center). */
  account: z.string().refine(isEmailAddress, 'must be one e-mail address').optional(),
  service_desk: objectId,
  request_type: objectId,
  ...ticketTexts,
})

/**
 * A destination that creates tickets in a GLPI installation. `token` is the API token of a user, `app_token` that of the
 * API client, if the installation requires one. `fields` contains fields of the ticket (`entities_id`).
 */
const glpi = z.strictObject({ kind: z.literal('glpi'), name, url, token, app_token: token, ...ticketTexts })

/** Settings of one destination. */
export const oneDestination = z.discriminatedUnion('kind', [email, webhook, zammad, redmine, osticket, jira, glpi])

/**
 * One or more destinations to which the server delivers the tickets of a form's requests, in addition to the built-in
 * list of requests (wire contract, "The life of a request"). In an update, secrets that are already stored may be
 * missing.
 */
export const destination = z.union([oneDestination, z.array(oneDestination).max(8)]).superRefine((given, context) => {
  const names = [given].flat().map(nameOf)
  for (const [at, each] of names.entries())
    if (names.indexOf(each) !== at) context.addIssue({ code: 'custom', path: [at, 'name'], message: `"${each}" stands here twice` })
  for (const [at, each] of [given].flat().entries()) {
    const input = 'fields' in each ? each.fields : undefined
    if (Object.keys(input ?? {}).length <= MAX_FIELDS) continue
    const path = [...(Array.isArray(given) ? [at] : []), 'fields']
    context.addIssue({ code: 'too_big', origin: 'array', maximum: MAX_FIELDS, path, input, message: `must not be more than ${MAX_FIELDS}` })
  }
})

const nameOf = ({ name: own, kind }: { name?: string | undefined; kind: string }) => own ?? kind

export type Destination = z.infer<typeof oneDestination> & { name: string }
export type DestinationOf<K extends Destination['kind']> = Extract<Destination, { kind: K }>

/** Returns the destinations of a form, each with its name. */
export function destinationsOf({ destination: given }: { destination?: z.infer<typeof destination> | undefined }): Destination[] {
  return given === undefined ? [] : [given].flat().map((each) => ({ ...each, name: nameOf(each) }))
}

/**
 * For each kind of destination, the names of the properties that contain secrets; the first one is required. The API
 * never returns their values.
 */
export const DESTINATION_SECRETS = {
  email: [],
  webhook: ['secret', 'previous_secret', 'state_secret'],
  zammad: ['token', 'state_secret'],
  redmine: ['token', 'state_secret'],
  osticket: ['token', 'state_secret'],
  jira: ['token', 'state_secret'],
  glpi: ['token', 'app_token', 'state_secret'],
} as const satisfies Record<Destination['kind'], readonly string[]>

/** The secrets with which the server only verifies or makes signatures. It sends all others to the destination. */
export const SIGNING_SECRETS: ReadonlySet<string> = new Set(['secret', 'previous_secret', 'state_secret'])

/** Returns the required secret of a kind of destination; undefined if the kind needs none. */
export const requiredSecret = (kind: Destination['kind']): string | undefined => DESTINATION_SECRETS[kind][0]

/** Returns the names of the destinations that cannot be used because their secret or token is missing. */
export function unkeyedDestinations(params: Parameters<typeof destinationsOf>[0]): string[] {
  return destinationsOf(params).flatMap((each) => {
    const required = requiredSecret(each.kind)
    return required !== undefined && !(each as Readonly<Record<string, unknown>>)[required] ? [each.name] : []
  })
}
