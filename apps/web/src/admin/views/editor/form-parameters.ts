import { FOLLOW_UP_MAILS } from '@sportello/contract'
import type { SettingControl } from '@sportello/fields/react'
import type { StoredUnit } from './controls/amount-control.tsx'

/** Kinds of controls that the editor uses for form parameters. */
export type ParameterControl =
  | Extract<SettingControl, 'text' | 'switch' | 'whole' | 'json' | 'lines'>
  | 'modes'
  | 'secret'
  | 'template'
  /** Set in the form's workspace. The editor only links to it. */
  | 'elsewhere'
  /** A switch for a parameter that is an object: off if it is missing. */
  | 'presence'
  | { unit: StoredUnit }
  | { choices: readonly string[] }

export const PARAMETER_GROUPS = ['access', 'requests', 'mail', 'look', 'statements', 'retention', 'keys', 'delivery'] as const

/** Group in which the editor shows a form parameter. */
export type ParameterGroup = (typeof PARAMETER_GROUPS)[number]

/**
 * The form parameters that an author can set, keyed by their path below `form_params`. The editor shows them in this
 * order (administrator specification, section 3).
 */
export const FORM_PARAMETERS = {
  auth_type: ['access', 'modes'],
  captcha: ['access', 'switch'],
  always_captcha: ['access', 'switch'],
  survey_no_recompile: ['access', 'switch'],
  survey_auto_advance: ['requests', 'switch'],
  recaptcha_public_key: ['keys', 'text'],
  recaptcha_secret: ['keys', 'secret'],
  sso_secret_aes: ['keys', 'secret'],
  oidc: ['keys', 'json'],
  token_type: ['keys', { choices: ['DYNAMIC'] }],
  token_expiration: ['keys', { unit: 'seconds' }],
  ticket_prefix: ['requests', 'text'],
  review_before_send: ['requests', 'switch'],
  otp: ['requests', 'switch'],
  save_and_resume: ['requests', 'presence'],
  'save_and_resume.days': ['requests', 'whole'],
  'save_and_resume.second_factor': ['requests', { choices: ['word', 'phone'] }],
  max_requests: ['requests', 'whole'],
  max_period: ['requests', { unit: 'hours' }],
  time_limit_request: ['requests', { unit: 'hours' }],
  validation_email_template: ['mail', 'template'],
  success_email_template: ['mail', 'template'],
  states_email_template: ['mail', 'template'],
  form_title: ['look', 'text'],
  show_radio_buttons: ['look', 'switch'],
  show_cookie_law_banner: ['look', 'switch'],
  desk_states: ['requests', 'lines'],
  desk_labels: ['requests', 'lines'],
  desk_search: ['requests', 'lines'],
  'follow_up.active': ['requests', 'switch'],
  'follow_up.states': ['requests', 'switch'],
  'follow_up.withdraw_hours': ['requests', { unit: 'hours' }],
  'follow_up.satisfaction': ['requests', 'switch'],
  'follow_up.mails': ['requests', { choices: FOLLOW_UP_MAILS }],
  'follow_up.mails_every_hours': ['requests', { unit: 'hours' }],
  no_visit_counts: ['requests', 'switch'],
  logo: ['look', 'text'],
  favicon: ['look', 'text'],
  background_type: ['look', { choices: ['IMG', 'COLOR', 'GRADIENT'] }],
  background_img: ['look', 'text'],
  background_color: ['look', 'text'],
  background_gradient: ['look', 'json'],
  custom_loc_strings: ['look', 'json'],
  accessibility: ['statements', 'elsewhere'],
  privacy: ['statements', 'elsewhere'],
  'retention.processed': ['retention', { unit: 'days' }],
  'retention.failed': ['retention', { unit: 'days' }],
  'retention.expired': ['retention', { unit: 'days' }],
  'retention.cancelled': ['retention', { unit: 'days' }],
  destination: ['delivery', 'json'],
  embed_origins: ['delivery', 'lines'],
  key: ['delivery', 'text'],
} as const satisfies Readonly<Record<string, readonly [ParameterGroup, ParameterControl]>>

export type FormParameter = keyof typeof FORM_PARAMETERS
