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
  /** The integrations of the deployment, keyed by service code. */
  integrations: ReadonlyMap<string, Integration>
  /** The values of the deployment's system settings, keyed by setting code. */
  settings: ReadonlyMap<string, Setting['value']>
  /**
   * Present if this customer stands for the preview of a draft. The server stores no data for a preview. In a preview,
   * `code` is the code of the preview, and `setting.code_form` contains the form's code.
   */
  preview?: Preview
}

/** The visitor and the date that the preview of a draft simulates. */
export interface Preview {
  id: string
  /**
   * True if the visitor opened the preview by a link for reviewers. Reviewers do not sign in, and do not see the mails
   * and deliveries of a test submission.
   */
  forReviewers: boolean
  /** Access mode of the visitor that the preview simulates. */
  mode: AuthType
  /** The access modes that the form offers in the preview. The simulated access mode comes first. */
  modes: readonly AuthType[]
  /** Data that the session of the preview's simulated visitor contains. Used only if the access mode has a session. */
  known: KnownData
  /** Date that the preview simulates as today, YYYY-MM-DD; null for the real date. */
  today: string | null
  language: Language | null
  /** Number of the published version that the preview shows; undefined for a draft. */
  version?: number | undefined
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
 * Returns the customer's own phrases, which replace the product's phrases, keyed by phrase; null if the customer
 * replaces none.
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
 * Default period in hours. The server counts the requests that one person or network address submits within the period
 * (wire contract, section “Access”: 24).
 */
const DEFAULT_PERIOD_HOURS = 24

export function periodHours(params: FormParams): number {
  return params.max_period ?? DEFAULT_PERIOD_HOURS
}

/**
 * Returns today's date (YYYY-MM-DD) in the deployment's time zone. The server computes date limits that are relative to
 * today from this date.
 */
export function todayOf(customer: Pick<Customer, 'settings' | 'preview'>, moment = new Date(now())): string {
  return customer.preview?.today ?? dayOf(customer, moment)
}

/**
 * Returns the current time for a customer's form. In a preview with a simulated date, returns the current time of day
 * on that date.
 */
export function momentOf(customer: Pick<Customer, 'settings' | 'preview'>): Date {
  const real = new Date(now())
  const today = customer.preview?.today
  return today ? new Date(real.getTime() + Date.parse(today) - Date.parse(dayOf(customer, real))) : real
}

/**
 * Formats moments by time zone, and keeps the last text of each zone for its minute: formatting takes 10 µs, and a submission
 * needs several such texts. There are as many entries as time zones, some 600 at most, because the setting accepts only these.
 */
class ZonedText {
  readonly #options: Intl.DateTimeFormatOptions
  readonly #locale: string
  readonly #zones = new Map<string, { format: Intl.DateTimeFormat; minute: number; text: string }>()

  constructor(locale: string, options: Intl.DateTimeFormatOptions) {
    this.#locale = locale
    this.#options = options
  }

  of(timeZone: string, moment: Date): string {
    let zone = this.#zones.get(timeZone)
    if (!zone) {
      zone = { format: new Intl.DateTimeFormat(this.#locale, { ...this.#options, timeZone }), minute: Number.NaN, text: '' }
      this.#zones.set(timeZone, zone)
    }
    // The offsets of all time zones are whole minutes since 1972, so day and hour change with a minute.
    const minute = Math.floor(moment.getTime() / 60_000)
    if (zone.minute !== minute) {
      zone.minute = minute
      zone.text = zone.format.format(moment)
    }
    return zone.text
  }
}

const days = new ZonedText('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' })
const hours = new ZonedText('en-GB', { hour: '2-digit', hourCycle: 'h23' })

const dayOf = (customer: Pick<Customer, 'settings'>, moment: Date): string => days.of(timeZoneOf(customer), moment)

/** Returns the hour of the current time in a form's time zone, from `00` to `23`. */
export function hourOf(customer: Pick<Customer, 'settings'>, moment = new Date(now())): string {
  return hours.of(timeZoneOf(customer), moment)
}

export function timeZoneOf(customer: Pick<Customer, 'settings'>): string {
  return textSetting(customer.settings, 'time_zone')
}

/**
 * Returns the sender address of a customer's mails: the system setting `mail_sender`, or `MAIL_FROM` if it is not set.
 */
export function mailSenderOf({ mailFrom }: Pick<Config, 'mailFrom'>, { settings }: Pick<Customer, 'settings'>): string {
  return textSetting(settings, 'mail_sender') || mailFrom
}
