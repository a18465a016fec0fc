import { z } from 'zod'
import { AUTH_TYPES } from '../../form/auth-type.ts'
import { SECOND_FACTORS } from '../../request/saved-draft.ts'
import { endpoint } from '../define-endpoint.ts'
import { tagHeader } from '../definitions/get-tag-header.ts'
import { sessionCode, shownParams } from '../shared-params.ts'
import { STATEMENTS } from './get-statement.ts'

const logo = z.object({ src: z.string(), alt: z.string(), dimension: z.number().optional(), offset: z.number().optional() })

/**
 * Live chat parameters of a form that the server sends to the browser. The customer code and secret for EBBY are never
 * sent.
 */
const liveChat = z.object({
  chatType: z.enum(['CRISP', 'EBBY']),
  align: z.enum(['LEFT', 'RIGHT']),
  /** URL of the form's own chat icon; null if the form has no chat icon. */
  chatIcon: z.string().nullable(),
  /**
   * Base URL of the chat provider's site, without a trailing slash. The page tells the visitor that the chat's data are
   * sent to this site.
   */
  site: z.string(),
  /** Website id for the chat provider CRISP; null for other chat providers. */
  chatId: z.string().nullable(),
  fondo: z.string().nullable(),
  /**
   * CRISP only: identifier of a signed-in visitor, which only this deployment can compute; null for visitors who are
   * not signed in.
   */
  person: z.string().nullable(),
  /**
   * CRISP only: URL of the page on which chat operators see the visitor's claims; null if the deployment does not
   * define this page, or if the visitor's tax code is unknown.
   */
  claims_url: z.string().nullable(),
})

/**
 * A customer's configuration, which the visitor's page receives (visitor specification, section 3). Only the listed
 * parameters are sent, so no other parameter, such as a secret, can reach the browser.
 */
export const customerConfiguration = z.object({
  form_code: z.string(),
  form_title: z.string(),
  auth_type: z.array(z.enum(AUTH_TYPES)),
  token_type: z.string().nullable(),
  token_expiration: z.number().nullable(),
  /** The steps at which visitors can log in with a token, each with its language. */
  token_logins: z.array(z.object({ code_tag: z.string(), lang_code: z.string().nullable() })),
  /** URL that starts the login at the form's OpenID Connect provider; null if the form has no such provider. */
  sso_login: z.string().nullable(),
  /** The visitor's session, with the access mode in which it was opened; null if the visitor has no session. */
  session: z.object({ auth_type: z.enum(AUTH_TYPES) }).nullable(),
  recaptcha_public_key: z.string().nullable(),
  /** True if every submission must contain a captcha solution. */
  always_captcha: z.boolean(),
  /** True if the page shows all answers before the submission; never for surveys. */
  review_before_send: z.boolean(),
  /** True if the next card of a survey opens by itself after a press on an answer. */
  survey_auto_advance: z.boolean(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  live_chat_params: liveChat.nullable(),
  template_params: z.object({ name: z.string(), params: z.record(z.string(), z.unknown()) }),
  custom_loc_strings: z.record(z.string(), z.string()).nullable(),
  show_radio_buttons: z.boolean(),
  is_active: z.boolean(),
  /** The deployment's own message for inactive forms; null if the product's message is shown. */
  maintenance_message: z.string().nullable(),
  show_cookie_law_banner: z.boolean(),
  /** True if the browser reports what happens in the visit, as counts. */
  counts_visits: z.boolean(),
  /** Days for which a saved draft is kept, and its second factor; missing if visitors cannot save drafts of the form. */
  save_and_resume: z.object({ days: z.number(), second_factor: z.enum(SECOND_FACTORS).nullable() }).optional(),
  /** The statements that the customer has published. The footer of each page links to them. */
  /** How requesters open the follow-up page of a request: by a mailed link, or by two codes too. Missing if there is no such page. */
  follow_up: z.enum(['link', 'codes']).optional(),
  statements: z.array(z.enum(STATEMENTS)),
  logos: z.array(logo),
  favicon: z.string().nullable(),
  code_tag: z.string(),
  languages: z.array(z.object({ lang_code: z.string(), code_tag: z.string(), label: z.string() })),
  /** Settings of the form's captcha; null if no submission of this form needs a captcha. */
  captcha: z.object({ provider: z.enum(['altcha', 'recaptcha']), site_key: z.string().nullable(), challenge_url: z.string().nullable() }).nullable(),
  tag_header: tagHeader.nullable(),
  /** Number of hours for which a confirmation link is valid. */
  time_limit_request: z.number(),
  /** Version of the published form. The browser does not use drafts of another version. */
  version: z.string(),
  /** Today's date in the form's time zone, YYYY-MM-DD. */
  today: z.string(),
  /**
   * Upload limits of the deployment: bytes per file, bytes per request, and number of files. A field may have lower
   * limits.
   */
  limits: z.object({ file_bytes: z.number(), request_bytes: z.number(), files: z.number() }),
  /** True in the preview of a draft: a submission is only checked, and nothing is stored or sent. */
  preview: z.literal(true).optional(),
  /** Number of the published version that the preview shows; missing in a preview of a draft. */
  preview_version: z.number().int().optional(),
})

export type CustomerConfiguration = z.infer<typeof customerConfiguration>

export const getCustomer = endpoint({
  method: 'GET',
  path: '/forms/{customerCode}',
  summary: 'Get the configuration of a customer’s form',
  params: shownParams,
  query: z.object({ code: sessionCode, validation: z.string().max(512).optional() }),
  status: 200,
  answer: customerConfiguration,
  errors: ['forms0001', 'forms0005', 'forms0011', 'forms0027', 'forms0041'],
})
