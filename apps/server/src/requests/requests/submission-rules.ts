import { createHash } from 'node:crypto'
import { type Answers, canonicalEmail, checkEmailPair, type FieldFault, type Question } from '@sportello/contract'
import { sizeText } from '@sportello/fields'
import type { AccessMode } from '../../catalogue/access/rules.ts'
import type { Session } from '../../entrance/sessions/rules.ts'
import { ApiError, type ApiErrorEntry, apiError } from '../../platform/http/api-error.ts'
import { networkOf } from '../../platform/http/network-address.ts'
import { keyedHash } from '../../platform/keys/rules.ts'
import type { ReceivedFile } from '../attachments/rules.ts'

/**
 * Converts an invalid answer to an entry of an API error. Some kinds of invalid answers have their own error code; all
 * others get forms0043 with the kind as a parameter.
 */
export function errorEntryOf({ field, issue }: FieldFault): ApiErrorEntry {
  switch (issue.code) {
    case 'campo_richiesto':
    case 'selezionare_valore':
      return { code: 'forms0038', field }
    case 'dimensione_file_max':
    case 'somma_dimensione_file_max':
      return { code: 'forms0019', params: issue.params, field }
    case 'tipo_file':
      // The parameter of forms0032 is the list of file types that the field accepts. If the field accepts every type,
      // it is the file's name.
      return { code: 'forms0032', params: issue.params.filter((param) => param !== '').slice(0, 1), field }
    case 'un_solo_file':
      return { code: 'forms0034', params: ['1'], field }
    default:
      return { code: 'forms0043', params: [issue.code, ...issue.params], field }
  }
}

/** Throws one API error for all invalid answers of a submission; does nothing if all are valid. @throws ApiError. */
export function throwErrors(entries: readonly ApiErrorEntry[]): void {
  const [first, ...rest] = entries
  if (first) throw new ApiError([first, ...rest])
}

type WithEmails = Pick<Session, 'emails'> | null

/**
 * Returns the e-mail address of a submission. Uses an address of the session or, if the session has none, the typed
 * address. If the access mode needs no address, returns the placeholder.
 * @throws ApiError forms0020 if the address is invalid or does not belong to the session.
 */
export function emailOf(mode: AccessMode, session: WithEmails, payload: { email?: string | undefined; confirmed_email?: string | undefined }): string | null {
  if (!mode.asksEmail) return mode.placeholderEmail ?? null
  const [first] = session?.emails ?? []
  if (first !== undefined) {
    const given = payload.email?.trim()
    const own = given ? session?.emails.find((address) => canonicalEmail(address) === canonicalEmail(given)) : first
    if (own === undefined) throw apiError('forms0020', [], 'email')
    return own
  }
  const email = payload.email?.trim() ?? ''
  // Visitors type the e-mail address twice, to detect typing errors. A partner's system may send it only once.
  const wrong = checkEmailPair(email, payload.confirmed_email ?? (mode.authType === 'B2B' ? email : ''))
  if (wrong) throw apiError('forms0020', [wrong], wrong === 'indirizzi_diversi' ? 'confirmed_email' : 'email')
  return email
}

interface Submitter {
  mode: AccessMode
  session: Pick<Session, 'codeHash' | 'person' | 'emails'> | null
  email: string | null
}

/**
 * Returns the key by which the limit of requests identifies a person: the mailbox; without a mailbox, the session;
 * without a session, the network address (wire contract, section “Access”: forms0024).
 */
export function personKeyOf({ mode, session, email }: Submitter, address: string): string {
  if (email !== null && email !== mode.placeholderEmail) return `email:${canonicalEmail(email)}`
  if (session) return `session:${session.codeHash.toString('base64url')}`
  return `address:${createHash('sha256').update(networkOf(address)).digest('base64url')}`
}

/**
 * Returns true if the visitor may have typed another person's e-mail address. The number of mails to such an address is
 * limited, so that nobody can flood a mailbox through the form.
 */
export function isUnverifiedEmail({ mode, session, email }: Submitter): boolean {
  const isKnown = session !== null && session.emails.length > 0
  return email !== null && email !== mode.placeholderEmail && !isKnown && mode.authType !== 'B2B'
}

/**
 * Returns the identifier of the person for the check for identical requests (forms0023): the mailbox; without a
 * mailbox, the person of the session; otherwise null. The network address is not used, because two people at the same
 * counter may give the same answers. Surveys have their own check (docs/decisions/0021-identical-requests.md).
 */
export function identityOf({ mode, session, email }: Submitter): string | null {
  if (mode.authType === 'SURVEY') return null
  if (email !== null) return `email:${canonicalEmail(email)}`
  return session?.person ? `person:${session.person}` : null
}

/**
 * Returns the e-mail address to which a form of the mode DATACOLLECTION sends its receipt: the first answer to an EMAIL
 * question.
 */
export function answeredEmail(questions: readonly (Question & { isEmailField: boolean })[], answers: Answers): string | null {
  const code = questions.find((question) => question.isEmailField && answers[question.property.property_code])?.property.property_code
  return code === undefined ? null : String(answers[code])
}

/**
 * Returns the keyed hash of a person, the answers and the files of a request. The order of answers and files does not
 * matter.
 * @param key the customer's key
 */
export function fingerprintOf(key: Buffer, identity: string, codeTag: string, answers: Answers, files: readonly ReceivedFile[]): Buffer {
  const sorted = Object.keys(answers)
    .sort()
    .map((key) => [key, answers[key]])
  const bytes = files.map((file) => [file.propertyCode, file.sha256.toString('hex')]).sort()
  return keyedHash(key, 'request-fingerprint-v1', JSON.stringify([identity, codeTag, sorted, bytes]))
}

/**
 * Checks the total size of a submission's files.
 * @throws ApiError forms0019 if the files together exceed `maxBytes`.
 */
export function rejectOversize(files: readonly ReceivedFile[], maxBytes: number): void {
  if (files.reduce((sum, file) => sum + file.size, 0) > maxBytes) throw apiError('forms0019', [sizeText(Math.floor(maxBytes / 1024))])
}
