import { type FormParams, type FormSetting, type Integration, type Setting, textSetting } from '@sportello/contract'
import type { Config } from '../../platform/config.ts'
import { now } from '../../platform/db/clock.ts'
import type { PublishedDefinition } from '../definitions/rules.ts'
import type { AnswerCss } from './answer-css.ts'

/** A customer as it is served: its form setting with the definition that is live, from memory. */
export interface Customer {
  code: string
  setting: Omit<FormSetting, 'mappings'>
  /** The definition's `form_params` with the form setting's `params` over them, key by key (wire contract, "Fields"). */
  params: FormParams
  published: PublishedDefinition
  assets: ReadonlyMap<string, AssetRef>
  /** Of its template, cleaned; null where it has none. */
  answerCss: AnswerCss | null
  /** Pictures that its form setting carries itself, by their data URLs. */
  ownPictures: ReadonlyMap<string, OwnPicture>
  /** Of the deployment, by service code. */
  integrations: ReadonlyMap<string, Integration>
  /** Of the deployment: code and value. */
  settings: ReadonlyMap<string, Setting['value']>
}

/** A picture that a form setting carries itself, served from its content's hash. */
export interface OwnPicture {
  /** Its file name, which contains the hash: the content at a URL never changes. */
  file: string
  content: Buffer
  mediaType: string
}

/** Where a stored asset is served from. */
export interface AssetRef {
  url: string
  mediaType: string
  strings?: Record<string, string>
}

/** The customer's own words over the built-in ones, by their key; null where it has none. */
export function ownWordsOf({ params, assets }: Pick<Customer, 'params' | 'assets'>): Record<string, string> | null {
  if (params.custom_loc_strings === undefined) return null
  return assets.get(`custom_loc_strings/${params.custom_loc_strings}`)?.strings ?? null
}

/** The form's name for people: its parameter, else the name of its first step (wire contract, "Settled"). */
export function formTitleOf({ params, published }: Pick<Customer, 'params' | 'published'>): string {
  return params.form_title ?? published.definition.tag_description
}

/** Hours that a confirmation link lives unless the form says otherwise (visitor specification, section 8: "default 48"). */
const DEFAULT_LINK_HOURS = 48

export function linkHours(params: FormParams): number {
  return params.time_limit_request ?? DEFAULT_LINK_HOURS
}

/** Hours that requests of one person, or from one place, are counted over (wire contract, "Access": 24 where it is unset). */
const DEFAULT_PERIOD_HOURS = 24

export function periodHours(params: FormParams): number {
  return params.max_period ?? DEFAULT_PERIOD_HOURS
}

/** Today, YYYY-MM-DD, in the deployment's time zone: what relative dates count from. */
export function todayOf(customer: Pick<Customer, 'settings'>, moment = new Date(now())): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: timeZoneOf(customer), year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment)
}

export function timeZoneOf(customer: Pick<Customer, 'settings'>): string {
  return textSetting(customer.settings, 'time_zone')
}

/** Whom the customer's mails come from: system setting `mail_sender`, else the environment's. */
export function mailSenderOf({ mailFrom }: Pick<Config, 'mailFrom'>, { settings }: Pick<Customer, 'settings'>): string {
  return textSetting(settings, 'mail_sender') || mailFrom
}
