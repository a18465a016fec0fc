import { isEmailAddress } from '@sportello/fields'

/** What the value of a known system setting may be. */
export type SettingKind =
  | { type: 'integer'; min: number; max: number }
  | { type: 'number'; min: number; max: number }
  | { type: 'boolean' }
  | { type: 'time_zone' }
  | { type: 'address' }
  | { type: 'email' }
  | { type: 'text'; maxLength: number }

export interface SystemSetting {
  kind: SettingKind
  /** What holds where it is not set; empty where nothing does. */
  preset: string
  /** Set by owners alone: it guards people or operators, or names where a script or a secret goes. */
  guards?: true
}

const count = (preset: number, max: number) => ({ kind: { type: 'integer', min: 1, max }, preset: String(preset) }) as const

/** The system settings that do something, by code. Others are pairs that the deployment's own people agree on (administrator specification, section 3). */
export const SYSTEM_SETTINGS = {
  time_zone: { kind: { type: 'time_zone' }, preset: 'Europe/Rome' },
  /** Whom mails come from; unset, the environment's `MAIL_FROM`. */
  mail_sender: { kind: { type: 'email' }, preset: '' },
  /** Told on the page of a form in maintenance, in the deployment's own words; unset, the product's. */
  maintenance_message: { kind: { type: 'text', maxLength: 500 }, preset: '' },
  /** Days that requests are kept which are processed, failed, expired or cancelled, where their form says nothing else; unset, for ever. */
  retention_days: { kind: { type: 'integer', min: 1, max: 36_500 }, preset: '' },
  /** Days that lines of the log of changes are kept (docs/decisions/0040-people-in-logs.md). The database keeps them half a year, whatever stands here. */
  audit_retention_days: { kind: { type: 'integer', min: 180, max: 36_500 }, preset: '1825', guards: true },
  /** Days that lines of the mapping log are kept. */
  mapping_log_retention_days: { kind: { type: 'integer', min: 1, max: 36_500 }, preset: '365', guards: true },
  attachment_max_count: count(20, 100),
  attachment_max_mb: { kind: { type: 'number', min: 0.001, max: 500 }, preset: '20' },
  attachment_total_mb: { kind: { type: 'number', min: 0.001, max: 1_000 }, preset: '50' },
  calls_per_minute: { ...count(3_000, 1_000_000), guards: true },
  captchas_per_minute: { ...count(300, 1_000_000), guards: true },
  /** Mails in a day to one address that nobody has shown to be theirs, over all forms. */
  unconfirmed_mails: { ...count(20, 1_000_000), guards: true },
  /** Derivations that solving a captcha takes at most; half of it on average (docs/decisions/0011-captcha.md has what that takes). */
  captcha_difficulty: { ...count(2_000, 1_000_000), guards: true },
  /** https://developers.google.com/recaptcha/docs/verify */
  recaptcha_verify_url: { kind: { type: 'address' }, preset: 'https://www.google.com/recaptcha/api/siteverify', guards: true },
  /** Off, no form offers a live chat, whatever it says itself. */
  chat_available: { kind: { type: 'boolean' }, preset: 'true' },
  /** Where EBBY's chat is; without it no form has one (docs/chat.md). */
  ebby_url: { kind: { type: 'address' }, preset: '', guards: true },
  crisp_url: { kind: { type: 'address' }, preset: 'https://client.crisp.chat', guards: true },
  /** With `{fondo}` and `{cod_fiscale}` in it. */
  chat_claims_url: { kind: { type: 'address' }, preset: '', guards: true },
  failed_logins_account: { ...count(20, 1_000_000), guards: true },
  failed_logins_address: { ...count(100, 1_000_000), guards: true },
  /** On, an operator who came in by a password alone reaches nothing but what sets up a second factor. */
  second_factor_operators: { kind: { type: 'boolean' }, preset: 'false', guards: true },
  /** On, what people send is sealed in the database (docs/decisions/0035-sealed-texts.md). */
  seal_answers: { kind: { type: 'boolean' }, preset: 'true', guards: true },
} as const satisfies Record<string, SystemSetting>

export type KnownSetting = keyof typeof SYSTEM_SETTINGS

export function isKnownSetting(code: string): code is KnownSetting {
  return Object.hasOwn(SYSTEM_SETTINGS, code)
}

/** Whether the setting of this code is set by owners alone. */
export function isGuard(code: string): boolean {
  return isKnownSetting(code) && (SYSTEM_SETTINGS[code] as SystemSetting).guards === true
}

/** Whether a value is one that the setting of this code can have; any is, where the code is unknown. */
export function isSettingValue(code: string, value: string): boolean {
  if (!isKnownSetting(code)) return true
  const { kind }: SystemSetting = SYSTEM_SETTINGS[code]
  switch (kind.type) {
    case 'integer':
    case 'number': {
      const number = Number(value)
      const whole = kind.type === 'number' || Number.isInteger(number)
      return value.trim() !== '' && whole && number >= kind.min && number <= kind.max
    }
    case 'boolean':
      return value === 'true' || value === 'false'
    case 'time_zone':
      return Intl.supportedValuesOf('timeZone').includes(value)
    case 'address':
      return /^https?:\/\/[^\s/?#]+\S*$/.test(value)
    case 'email':
      return isEmailAddress(value)
    case 'text':
      return value.length <= kind.maxLength
  }
}

/** What a known setting stands for: what is set, where it can be that, else the preset. */
export function textSetting(settings: ReadonlyMap<string, string>, code: KnownSetting): string {
  const set = settings.get(code)
  return set !== undefined && isSettingValue(code, set) ? set : SYSTEM_SETTINGS[code].preset
}

/** The same of a setting that is a number. */
export function numberSetting(settings: ReadonlyMap<string, string>, code: KnownSetting): number {
  return Number(textSetting(settings, code))
}
