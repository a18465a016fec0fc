import type { SurveyPerson } from '../../catalogue/customers/rules.ts'
import type { CaptchaToll } from '../../entrance/captcha/rules.ts'
import type { Json } from '../../platform/db/schema.ts'

/** The database rows that one submission writes. If a property is null, its row is not written. */
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
  /**
   * Keyed hashes of the tax codes among a request's answers (`taxCodeHashes`). By these hashes, operators find a
   * person's requests.
   */
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
  /** The participant, for a survey that each person may answer only once; null for other forms. */
  surveyPerson: SurveyPerson | null
  /** Hash of the code of the session that the submission uses up. */
  sessionHash: Buffer | null
  captcha: CaptchaToll
  limit: { requests: number; hours: number } | null
  /**
   * Maximum number of unconfirmed mails that the visitor's mailbox may receive in a day; null if the address is known
   * to be the visitor's own (`isUnverifiedEmail`).
   */
  mailLimit: number | null
  /**
   * Keyed hash of the person and the answers of a request. The server rejects a second request with the same hash
   * within `hours` hours. Null if the person is unknown.
   */
  fingerprint: { hash: Buffer; hours: number } | null
}
