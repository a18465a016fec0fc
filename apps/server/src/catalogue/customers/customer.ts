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

/** A customer with its form setting and its published form definition, as the server caches it. */
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
  /** The cleaned style sheet of the customer's template; null if the template has none. */
  answerCss: AnswerCss | null
  /** The pictures that the customer's form setting contains, by their data URLs. */
  ownPictures: ReadonlyMap<string, OwnPicture>
  /** The deployment's integrations by the code of their service. */
  integrations: ReadonlyMap<string, Integration>
  /** The system settings of the deployment by their codes. */
  settings: ReadonlyMap<string, Setting['value']>
  /**
   * Present if the customer is only the preview of a draft, for which the server stores no data. In a preview, `code`
   * is the code of the preview, and `setting.code_form` names the form.
   */
  preview?: Preview
}

/** The visitor and the date that the preview of a draft simulates. */
export interface Preview {
  id: string
  /**
   * Whether a link for reviewers opened the preview. Reviewers are people without a sign-in, who see no mails and
   * deliveries of a trial submission.
   */
  forReviewers: boolean
  /** Access mode of the visitor that the preview simulates. */
  mode: AuthType
  /** The access modes that the form offers in a preview; the simulated mode is the first. */
  modes: readonly AuthType[]
  /** Data about the simulated visitor of a preview, if the access mode has a session. */
  known: KnownData
  /** Date that the preview simulates as today, YYYY-MM-DD; null for the real date. */
  today: string | null
  language: Language | null
}

/** A picture that is stored inside a form setting. Its URL contains the hash of its content. */
export interface OwnPicture {
  /**
   * File name of a picture in its URL. The name contains the hash of the content, so the content at a URL never
   * changes.
   */
  file: string
  content: Buffer
  mediaType: string
}

/** The URL and media type of a stored asset, such as a logo. */
export interface AssetRef {
  url: string
  mediaType: string
  strings?: Record<string, string>
}

/**
 * Returns the phrases by which a customer replaces built-in phrases, by phrase key; null if the customer replaces none.
 */
export function ownWordsOf({ params, assets }: Pick<Customer, 'params' | 'assets'>): Record<string, string> | null {
  if (params.custom_loc_strings === undefined) return null
  return assets.get(`custom_loc_strings/${params.custom_loc_strings}`)?.strings ?? null
}

/**
 * Returns the title of a form: its parameter `form_title`, otherwise the name of its first step (wire contract,
 * "Settled").
 */
export function formTitleOf({ params, published }: Pick<Customer, 'params' | 'published'>): string {
  return params.form_title ?? published.definition.tag_description
}

/** Default lifetime of a confirmation link in hours (visitor specification, section 8: "default 48"). */
const DEFAULT_LINK_HOURS = 48

export function linkHours(params: FormParams): number {
  return params.time_limit_request ?? DEFAULT_LINK_HOURS
}

/**
 * Default period in hours in which the server counts the requests of one person or network address (wire contract,
 * "Access": 24).
 */
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

/**
 * Returns the present time for a customer's form. In a preview with a simulated date, returns the present time of day
 * on that date.
 */
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

/** Returns the sender address of a customer's mails: the system setting `mail_sender`, otherwise `MAIL_FROM`. */
export function mailSenderOf({ mailFrom }: Pick<Config, 'mailFrom'>, { settings }: Pick<Customer, 'settings'>): string {
  return textSetting(settings, 'mail_sender') || mailFrom
}
