import { isEmailAddress } from '@sportello/fields'

/** Type of the value of a known system setting. */
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
  /** Default value of the system setting; an empty text means that there is no value. */
  preset: string
  /**
   * True if only owners may change the system setting. This applies to settings that protect people or operators, and
   * to URLs from which a script is loaded or to which a secret is sent.
   */
  guards?: true
}

const count = (preset: number, max: number) => ({ kind: { type: 'integer', min: 1, max }, preset: String(preset) }) as const

/**
 * The system settings that the product uses, keyed by code. A deployment can store settings with other codes for its
 * own purposes (administrator specification, section 3).
 */
export const SYSTEM_SETTINGS = {
  time_zone: { kind: { type: 'time_zone' }, preset: 'Europe/Rome' },
  /** Sender address of mails. The default is the value of the environment variable `MAIL_FROM`. */
  mail_sender: { kind: { type: 'email' }, preset: '' },
  /** Message on the page of an inactive form. The default is the product's message. */
  maintenance_message: { kind: { type: 'text', maxLength: 500 }, preset: '' },
  /**
   * Number of days for which processed, failed, expired and cancelled requests are kept if their form sets no
   * `retention`. By default they are kept for ever.
   */
  retention_days: { kind: { type: 'integer', min: 1, max: 36_500 }, preset: '' },
  /**
   * Number of days for which entries of the audit log are kept (docs/decisions/0040-people-in-logs.md). The database
   * rejects the deletion of entries that are less than half a year old.
   */
  audit_retention_days: { kind: { type: 'integer', min: 180, max: 36_500 }, preset: '1825', guards: true },
  /** Number of days for which entries of the mapping log are kept. */
  mapping_log_retention_days: { kind: { type: 'integer', min: 1, max: 36_500 }, preset: '365', guards: true },
  attachment_max_count: count(20, 100),
  attachment_max_mb: { kind: { type: 'number', min: 0.001, max: 500 }, preset: '20' },
  attachment_total_mb: { kind: { type: 'number', min: 0.001, max: 1_000 }, preset: '50' },
  calls_per_minute: { ...count(3_000, 1_000_000), guards: true },
  captchas_per_minute: { ...count(300, 1_000_000), guards: true },
  /** Maximum number of mails per day, for all forms together, to an e-mail address that its owner has not confirmed. */
  unconfirmed_mails: { ...count(20, 1_000_000), guards: true },
  /**
   * Maximum number of key derivations that a browser needs to solve a captcha. The average is half of this number
   * (docs/decisions/0011-captcha.md lists the resulting times).
   */
  captcha_difficulty: { ...count(2_000, 1_000_000), guards: true },
  /** URL of Google's API that verifies reCAPTCHA tokens: https://developers.google.com/recaptcha/docs/verify */
  recaptcha_verify_url: { kind: { type: 'address' }, preset: 'https://www.google.com/recaptcha/api/siteverify', guards: true },
  /** Whether forms can offer a live chat; `false` disables the live chat for all forms. */
  chat_available: { kind: { type: 'boolean' }, preset: 'true' },
  /** URL of the EBBY chat's page. If it is empty, only a demonstration deployment has an EBBY chat (docs/chat.md). */
  ebby_url: { kind: { type: 'address' }, preset: '', guards: true },
  crisp_url: { kind: { type: 'address' }, preset: 'https://client.crisp.chat', guards: true },
  /**
   * URL of the page on which chat operators see a visitor's claims. The placeholders `{fondo}` and `{cod_fiscale}` are
   * replaced by the visitor's values.
   */
  chat_claims_url: { kind: { type: 'address' }, preset: '', guards: true },
  failed_logins_account: { ...count(20, 1_000_000), guards: true },
  failed_logins_address: { ...count(100, 1_000_000), guards: true },
  /**
   * Whether operators need a second factor. If true, an operator who signed in with only a password can only set up a
   * second factor.
   */
  second_factor_operators: { kind: { type: 'boolean' }, preset: 'false', guards: true },
  /**
   * Number of hours for which visitors can still submit an earlier version of a form after the next version was
   * published.
   */
  version_hours: { kind: { type: 'number', min: 0, max: 720 }, preset: '24' },
  /** Whether the server runs the recorded tests of all live forms every night. */
  nightly_form_tests: { kind: { type: 'boolean' }, preset: 'false' },
  /** Whether a second person must approve each publication of a form definition. */
  publication_approval: { kind: { type: 'boolean' }, preset: 'false', guards: true },
  /** Whether answers and other visitor data are encrypted in the database (docs/decisions/0035-sealed-texts.md). */
  seal_answers: { kind: { type: 'boolean' }, preset: 'true', guards: true },
} as const satisfies Record<string, SystemSetting>

export type KnownSetting = keyof typeof SYSTEM_SETTINGS

export function isKnownSetting(code: string): code is KnownSetting {
  return Object.hasOwn(SYSTEM_SETTINGS, code)
}

/** Returns true if only owners may change the system setting with the given code. */
export function isGuard(code: string): boolean {
  return isKnownSetting(code) && (SYSTEM_SETTINGS[code] as SystemSetting).guards === true
}

/**
 * Returns true if a value is valid for the system setting with the given code. For an unknown code, all values are
 * valid.
 */
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

/** Returns the value of a known system setting: the stored value if it is valid, otherwise the default. */
export function textSetting(settings: ReadonlyMap<string, string>, code: KnownSetting): string {
  const set = settings.get(code)
  return set !== undefined && isSettingValue(code, set) ? set : SYSTEM_SETTINGS[code].preset
}

/** Returns the value of a known system setting that is a number. */
export function numberSetting(settings: ReadonlyMap<string, string>, code: KnownSetting): number {
  return Number(textSetting(settings, code))
}
