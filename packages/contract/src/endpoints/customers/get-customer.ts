import { z } from 'zod'
import { AUTH_TYPES } from '../../form/auth-type.ts'
import { endpoint } from '../define-endpoint.ts'
import { tagHeader } from '../definitions/get-tag-header.ts'
import { customerParams, sessionCode } from '../shared-params.ts'

const logo = z.object({ src: z.string(), alt: z.string(), dimension: z.number().optional(), offset: z.number().optional() })

/** What the browser needs to offer the form's live chat: of EBBY's customer and secret it learns nothing. */
const liveChat = z.object({
  chatType: z.enum(['CRISP', 'EBBY']),
  align: z.enum(['LEFT', 'RIGHT']),
  /** Where the form's own icon is served; null where it has none. */
  chatIcon: z.string().nullable(),
  /** The address of the chat's site, without a trailing slash; who the visitor is told will get the data. */
  site: z.string(),
  /** Of CRISP, else null. */
  chatId: z.string().nullable(),
  fondo: z.string().nullable(),
  /** Of CRISP, for a visitor who is known: names the person to the chat, and nothing but the deployment can make it. */
  person: z.string().nullable(),
  /** Of CRISP: where those who answer handle this person's claims; null where the deployment or the visitor gives no such address. */
  claims_url: z.string().nullable(),
})

/**
 * What the visitor's page needs to know of a customer (visitor specification, section 3). A closed list: a parameter that is not
 * named here, such as a secret, cannot reach the browser.
 */
export const customerConfiguration = z.object({
  form_code: z.string(),
  form_title: z.string(),
  auth_type: z.array(z.enum(AUTH_TYPES)),
  token_type: z.string().nullable(),
  token_expiration: z.number().nullable(),
  /** The steps whose fields a token login asks for, with the language that each belongs to. */
  token_logins: z.array(z.object({ code_tag: z.string(), lang_code: z.string().nullable() })),
  /** Where the login through the form's own provider begins; null where it has none. */
  sso_login: z.string().nullable(),
  /** How the visitor has come in; null without a session. */
  session: z.object({ auth_type: z.enum(AUTH_TYPES) }).nullable(),
  recaptcha_public_key: z.string().nullable(),
  /** Whether every send must carry a solved captcha. */
  always_captcha: z.boolean(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  live_chat_params: liveChat.nullable(),
  template_params: z.object({ name: z.string(), params: z.record(z.string(), z.unknown()) }),
  custom_loc_strings: z.record(z.string(), z.string()).nullable(),
  show_radio_buttons: z.boolean(),
  is_active: z.boolean(),
  /** What is told while the form is not active, in the deployment's own words; null = the product's. */
  maintenance_message: z.string().nullable(),
  show_cookie_law_banner: z.boolean(),
  logos: z.array(logo),
  favicon: z.string().nullable(),
  code_tag: z.string(),
  languages: z.array(z.object({ lang_code: z.string(), code_tag: z.string(), label: z.string() })),
  /** Null only where no send is ever asked for one. */
  captcha: z.object({ provider: z.enum(['altcha', 'recaptcha']), site_key: z.string().nullable(), challenge_url: z.string().nullable() }).nullable(),
  tag_header: tagHeader.nullable(),
  /** Hours that a confirmation link lives. */
  time_limit_request: z.number(),
  /** Names the published form; drafts kept in the browser belong to one version. */
  version: z.string(),
  /** The deployment's day in the form's time zone, YYYY-MM-DD. */
  today: z.string(),
  /** Bytes and pieces; what a field allows may be less. */
  limits: z.object({ file_bytes: z.number(), request_bytes: z.number(), files: z.number() }),
})

export type CustomerConfiguration = z.infer<typeof customerConfiguration>

export const getCustomer = endpoint({
  method: 'GET',
  path: '/forms/{customerCode}',
  summary: 'The configuration of a customer’s form',
  params: customerParams,
  query: z.object({ code: sessionCode, validation: z.string().max(512).optional() }),
  status: 200,
  answer: customerConfiguration,
  errors: ['forms0001', 'forms0005', 'forms0011', 'forms0027', 'forms0041'],
})
