import {
  type AuthType,
  type FormParams,
  type FormSetting,
  type Integration,
  type KnownData,
  type Language,
  type Setting,
  textSetting,
} from '@sportello/contract'
import type { Config } from '../../platform/config.ts'
import { now } from '../../platform/db/clock.ts'
import type { PublishedDefinition } from '../definitions/rules.ts'
import type { AnswerCss } from './answer-css.ts'

/** A customer with its form setting and its live definition, as the server caches it. */
export interface Customer {
  code: string
  setting: Omit<FormSetting, 'mappings'>
  /**
   * The parameters of the form: the definition's `form_params`, overridden key by key by the form setting's `params`
   * (wire contract, "Fields").
   */
  params: FormParams
  published: PublishedDefinition
  assets: ReadonlyMap<string, AssetRef>
  /** The cleaned style sheet of the customer's template; null if there is none. */
  answerCss: AnswerCss | null
  /** The pictures inside the customer's form setting, by their data URLs. */
  ownPictures: ReadonlyMap<string, OwnPicture>
  /** The deployment's integrations by service code. */
  integrations: ReadonlyMap<string, Integration>
  /** The deployment's settings by code. */
  settings: ReadonlyMap<string, Setting['value']>
  /** Set if this is the preview of a draft, of which nothing is stored. Its `code` is that of the preview; `setting.code_form` names the form. */
  preview?: Preview
}

/** What the preview of a draft pretends. */
export interface Preview {
  id: string
  /** Whether a link for reviewers opened it: people without a sign-in, who see no mails and deliveries of a trial submission. */
  forReviewers: boolean
  /** Access mode of the visitor. */
  mode: AuthType
  /** The access modes that the form offers, the pretended one first. */
  modes: readonly AuthType[]
  /** Known data of the visitor, if the access mode has a session. */
  known: KnownData
  /** Date of today, YYYY-MM-DD; null for the real one. */
  today: string | null
  language: Language | null
}

/** A picture that is stored inside a form setting. It is served at a URL that contains the hash of its content. */
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

/** Returns the phrases by which a customer replaces built-in ones, by key; null if the customer has none. */
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

/**
 * Returns today's date (YYYY-MM-DD) in the deployment's time zone; date limits relative to today are computed from it.
 */
export function todayOf(customer: Pick<Customer, 'settings' | 'preview'>, moment = new Date(now())): string {
  return customer.preview?.today ?? dayOf(customer, moment)
}

/** Returns the present time of a customer: the real one, or the same time on the day that a preview pretends. */
export function momentOf(customer: Pick<Customer, 'settings' | 'preview'>): Date {
  const real = new Date(now())
  const today = customer.preview?.today
  return today ? new Date(real.getTime() + Date.parse(today) - Date.parse(dayOf(customer, real))) : real
}

function dayOf(customer: Pick<Customer, 'settings'>, moment: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: timeZoneOf(customer), year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment)
}

export function timeZoneOf(customer: Pick<Customer, 'settings'>): string {
  return textSetting(customer.settings, 'time_zone')
}

/** Returns the sender of a customer's mails: the system setting `mail_sender`, otherwise `MAIL_FROM`. */
export function mailSenderOf({ mailFrom }: Pick<Config, 'mailFrom'>, { settings }: Pick<Customer, 'settings'>): string {
  return textSetting(settings, 'mail_sender') || mailFrom
}
