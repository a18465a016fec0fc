import { z } from 'zod'
import { DESK_CLOSED, DESK_OPEN, MAX_DESK_WORDS } from '../request/desk.ts'
import { AUTH_TYPES } from './auth-type.ts'
import { code } from './code.ts'
import { deskWord } from './desk-word.ts'
import { destination } from './destination.ts'
import { FOLLOW_UP_MAILS } from './follow-up-mails.ts'
import { oidcProvider } from './oidc.ts'
import { saveAndResume } from './save-and-resume.ts'
import { accessibilityStatement, privacyNotice } from './statements.ts'

const days = z.number().positive().max(36_500).optional()

const background = z.strictObject({ from: z.string(), to: z.string(), angle: z.number().min(0).max(360) })

/**
 * The form parameters of both specifications. For each key, the `params` in the settings of a form override the
 * `form_params` of its definition. Unknown keys are kept, because authors may add their own keys (administrator
 * specification, section 3).
 */
export const formParams = z.looseObject({
  form_title: z.string().optional(),
  auth_type: z.array(z.enum(AUTH_TYPES)).optional(),
  token_type: z.enum(['DYNAMIC']).optional(),
  /** Lifetime of a login token in seconds. */
  token_expiration: z.number().positive().optional(),
  recaptcha_public_key: z.string().optional(),
  /** Secret key for reCAPTCHA that belongs to `recaptcha_public_key`. The API never returns it. */
  recaptcha_secret: z.string().optional(),
  sso_secret_aes: z.string().optional(),
  oidc: oidcProvider.optional(),
  captcha: z.boolean().optional(),
  always_captcha: z.boolean().optional(),
  /** True if visitors check all their answers on one page before they submit. Surveys ignore it. */
  review_before_send: z.boolean().optional(),
  survey_no_recompile: z.boolean().optional(),
  /** True if a survey opens the next card by itself after the visitor has pressed the answer to its only question. */
  survey_auto_advance: z.boolean().optional(),
  logo: z.string().optional(),
  favicon: z.string().optional(),
  custom_loc_strings: z.string().optional(),
  background_type: z.string().optional(),
  background_img: z.string().optional(),
  background_color: z.string().optional(),
  background_gradient: background.optional(),
  ticket_prefix: z.string().max(16).optional(),
  validation_email_template: z.string().optional(),
  success_email_template: z.string().optional(),
  /** Mail template for the mails that tell requesters of changes of state (`follow_up.mails`). */
  states_email_template: z.string().optional(),
  key: z.string().optional(),
  /** Number of hours for which a confirmation link is valid. Fractions are allowed. */
  time_limit_request: z.number().positive().optional(),
  max_requests: z.int().positive().optional(),
  /** Number of hours within which a person can submit at most `max_requests` requests. Fractions are allowed. */
  max_period: z.number().positive().optional(),
  /**
   * Number of days for which requests are kept, for each final state. Fractions are allowed. The default is the system
   * setting `retention_days`.
   */
  retention: z.strictObject({ processed: days, failed: days, expired: days, cancelled: days }).optional(),
  destination: destination.optional(),
  show_radio_buttons: z.boolean().optional(),
  show_cookie_law_banner: z.boolean().optional(),
  /** States that requests can have on the desk between `open` and `closed`, in order. */
  desk_states: z
    .array(deskWord.refine((state) => state !== DESK_OPEN && state !== DESK_CLOSED && !state.startsWith('-')))
    .max(MAX_DESK_WORDS)
    .optional(),
  /** Labels that operators can give to requests. */
  desk_labels: z.array(deskWord).max(MAX_DESK_WORDS).optional(),
  /** Codes of the properties by whose answers operators can find requests. */
  desk_search: z.array(code).max(MAX_DESK_WORDS).optional(),
  /** If set, visitors can save a request and go on later by a mailed link. */
  save_and_resume: saveAndResume.optional(),
  /** The page on which requesters follow their request. Surveys ignore it. */
  follow_up: z
    .strictObject({
      /** True if requests have such a page. */
      active: z.boolean().optional(),
      /** True if the page names the form's own states and those of the ticket system. Without it, only the end of the work is shown. */
      states: z.boolean().optional(),
      /** Number of hours after the submission in which a request can be withdrawn. Fractions are allowed. */
      withdraw_hours: z.number().positive().max(8_784).optional(),
      /** True if requesters are asked how satisfied they are once their request is closed. */
      satisfaction: z.boolean().optional(),
      /**
       * Which changes of state are mailed to the requester: `closed` that the request was closed or reopened, `states` each one that
       * the page shows. Without it, none.
       */
      mails: z.enum(FOLLOW_UP_MAILS).optional(),
      /** Number of hours in which a mailbox gets at most one such mail about the form. Fractions are allowed. The default is 1. */
      mails_every_hours: z.number().min(0.25).max(168).optional(),
    })
    .optional(),
  /** True if visits of the form are not counted. */
  no_visit_counts: z.boolean().optional(),
  /**
   * Origins of the websites that may embed the form in a frame, such as `https://www.example.org`. By default no
   * website may.
   */
  embed_origins: z
    .array(z.string().regex(/^https?:\/\/[A-Za-z0-9.-]{1,253}(?::\d{1,5})?$/, 'must be an origin such as https://www.example.org'))
    .max(20)
    .optional(),
  /**
   * True if each request gets a one-time code. The page shows the code once, and the mail contains it together with the
   * ticket code.
   */
  otp: z.boolean().optional(),
  accessibility: accessibilityStatement.optional(),
  privacy: privacyNotice.optional(),
})

export type FormParams = z.infer<typeof formParams>
