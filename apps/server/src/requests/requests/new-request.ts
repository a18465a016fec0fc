import type { SurveyPerson } from '../../catalogue/customers/rules.ts'
import type { CaptchaToll } from '../../entrance/captcha/rules.ts'
import type { Json } from '../../platform/db/schema.ts'

/** The database rows that one submission writes. For a property that is null, no row is written. */
export interface NewRequest {
  customerCode: string
  id: string
  ticket: string
  otp: string | null
  state: 'awaiting_confirmation' | 'confirmed'
  authType: string
  definitionCodeTag: string
  definitionVersion: number
  codeTag: string
  langCode: string
  opensTicket: boolean
  email: string | null
  personKey: string
  summaryHtml: string | null
  formFields: Json
  furtherQuestions: Json
  /** Keyed hashes of the tax codes among the answers, by which operators find a person's requests (`taxCodeHashes`). */
  taxCodes: readonly Buffer[]
  acceptedTerms: readonly string[]
  attachments: readonly {
    id: string
    property_code: string
    name: string
    media_type: string
    size: number
    sha256: string
    key_id: string
    scanned: boolean
  }[]
  confirmation: { codeHash: Buffer; hours: number } | null
  idempotency: { key: string; payloadHash: Buffer; answer: { summary_html: string | null } } | null
  /** The participant, if each person may answer the survey once; otherwise null. */
  surveyPerson: SurveyPerson | null
  /** Hash of the code of the session that this submission uses up. */
  sessionHash: Buffer | null
  captcha: CaptchaToll
  limit: { requests: number; hours: number } | null
  /**
   * Maximum number of unconfirmed mails that the mailbox may get in a day; null if the address is known to be the
   * visitor's own (`isUnverifiedEmail`).
   */
  mailLimit: number | null
  /**
   * Keyed hash of the person and the answers. A second request with the same hash within `hours` hours is rejected.
   * Null if the person is unknown.
   */
  fingerprint: { hash: Buffer; hours: number } | null
}
