import { type FormParams, type FormSetting, type Integration, type Setting, textSetting } from '@sportello/contract'
import type { Config } from '../../platform/config.ts'
import { now } from '../../platform/db/clock.ts'
import type { PublishedDefinition } from '../definitions/rules.ts'
import type { AnswerCss } from './answer-css.ts'

/** A customer with its form setting and its live definition, as the server caches it. */
export interface Customer {
  code: string
  setting: Omit<FormSetting, 'mappings'>
  /** The definition's `form_params` with the form setting's `params` over them, key by key (wire contract, "Fields"). */
  params: FormParams
  published: PublishedDefinition
  assets: ReadonlyMap<string, AssetRef>
  /** The cleaned style sheet of the customer's template; null if there is none. */
  answerCss: AnswerCss | null
  /** Pictures inside its form setting, by their data URLs. */
  ownPictures: ReadonlyMap<string, OwnPicture>
  /** The deployment's integrations by service code. */
  integrations: ReadonlyMap<string, Integration>
  /** The deployment's settings by code. */
  settings: ReadonlyMap<string, Setting['value']>
}

/** A picture inside a form setting, served at a URL with the content's hash. */
export interface OwnPicture {
  /** The file name of the picture in its URL; it contains the hash of the content, so the content at a URL never changes. */
  file: string
  content: Buffer
  mediaType: string
}

/** The URL and type of a stored asset. */
export interface AssetRef {
  url: string
  mediaType: string
  strings?: Record<string, string>
}

/** Returns the customer's own phrases by key, which replace the built-in ones; null if it has none. */
export function ownWordsOf({ params, assets }: Pick<Customer, 'params' | 'assets'>): Record<string, string> | null {
  if (params.custom_loc_strings === undefined) return null
  return assets.get(`custom_loc_strings/${params.custom_loc_strings}`)?.strings ?? null
}

/** Returns the title of a form: its parameter `form_title`, otherwise the name of its first step (wire contract, "Settled"). */
export function formTitleOf({ params, published }: Pick<Customer, 'params' | 'published'>): string {
  return params.form_title ?? published.definition.tag_description
}

/** Default lifetime of a confirmation link in hours (visitor specification, section 8: "default 48"). */
const DEFAULT_LINK_HOURS = 48

export function linkHours(params: FormParams): number {
  return params.time_limit_request ?? DEFAULT_LINK_HOURS
}

/** Default period in hours in which requests of one person or network address are counted (wire contract, "Access": 24). */
const DEFAULT_PERIOD_HOURS = 24

export function periodHours(params: FormParams): number {
  return params.max_period ?? DEFAULT_PERIOD_HOURS
}

/** Returns today's date (YYYY-MM-DD) in the deployment's time zone, from which relative dates count. */
export function todayOf(customer: Pick<Customer, 'settings'>, moment = new Date(now())): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: timeZoneOf(customer), year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment)
}

export function timeZoneOf(customer: Pick<Customer, 'settings'>): string {
  return textSetting(customer.settings, 'time_zone')
}

/** Returns the sender of a customer's mails: the system setting `mail_sender`, otherwise `MAIL_FROM`. */
export function mailSenderOf({ mailFrom }: Pick<Config, 'mailFrom'>, { settings }: Pick<Customer, 'settings'>): string {
  return textSetting(settings, 'mail_sender') || mailFrom
}
