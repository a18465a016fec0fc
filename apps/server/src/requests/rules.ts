import { createHash } from 'node:crypto'
import { type Answers, canonicalEmail, checkEmailPair, type FieldFault, type Question } from '@sportello/contract'
import { sizeText } from '@sportello/fields'
import type { AccessMode } from '../access/access-mode.ts'
import type { ReceivedFile } from '../attachments/rules.ts'
import { Fault, type FaultEntry, fault } from '../http/fault.ts'
import { networkOf } from '../http/network-address.ts'
import { keyedHash } from '../keys/rules.ts'
import type { Session } from '../sessions/rules.ts'

/** How a fault of an answer is told on the wire: some have a code of their own in the catalogue, the others are forms0043. */
export function entryOfFieldFault({ field, issue }: FieldFault): FaultEntry {
  switch (issue.code) {
    case 'campo_richiesto':
    case 'selezionare_valore':
      return { code: 'forms0038', field }
    case 'dimensione_file_max':
    case 'somma_dimensione_file_max':
      return { code: 'forms0019', params: issue.params, field }
    case 'tipo_file':
      // The types that the field takes; where it names none, the file.
      return { code: 'forms0032', params: issue.params.filter((param) => param !== '').slice(0, 1), field }
    case 'un_solo_file':
      return { code: 'forms0034', params: ['1'], field }
    default:
      return { code: 'forms0043', params: [issue.code, ...issue.params], field }
  }
}

export function refuseFaults(entries: readonly FaultEntry[]): void {
  const [first, ...rest] = entries
  if (first) throw new Fault([first, ...rest])
}

type WithEmails = Pick<Session, 'emails'> | null

/**
 * The address of a send: one of the session's, else in a mode that asks for one what was typed, trimmed, else the mode's placeholder.
 * @throws Fault forms0020 when it is wrong, or not the session's.
 */
export function emailOf(mode: AccessMode, session: WithEmails, payload: { email?: string | undefined; confirmed_email?: string | undefined }): string | null {
  if (!mode.asksEmail) return mode.placeholderEmail ?? null
  const [first] = session?.emails ?? []
  if (first !== undefined) {
    const given = payload.email?.trim()
    const own = given ? session?.emails.find((address) => canonicalEmail(address) === canonicalEmail(given)) : first
    if (own === undefined) throw fault('forms0020', [], 'email')
    return own
  }
  const email = payload.email?.trim() ?? ''
  // A partner's system types nothing, so it need not type it twice.
  const wrong = checkEmailPair(email, payload.confirmed_email ?? (mode.authType === 'B2B' ? email : ''))
  if (wrong) throw fault('forms0020', [wrong], wrong === 'indirizzi_diversi' ? 'confirmed_email' : 'email')
  return email
}

interface Counted {
  mode: AccessMode
  session: Pick<Session, 'codeHash' | 'person' | 'emails'> | null
  email: string | null
}

/** Who a limit counts: the mailbox, else the session, else the network address (wire contract, "Access": forms0024). A placeholder is nobody's mailbox. */
export function personKeyOf({ mode, session, email }: Counted, address: string): string {
  if (email !== null && email !== mode.placeholderEmail) return `email:${canonicalEmail(email)}`
  if (session) return `session:${session.codeHash.toString('base64url')}`
  return `address:${createHash('sha256').update(networkOf(address)).digest('base64url')}`
}

/** Whether mails to the address of a send go to whomever a stranger has typed: then they are counted, lest they be used against somebody. */
export function isTyped({ mode, session, email }: Counted): boolean {
  const isKnown = session !== null && session.emails.length > 0
  return email !== null && email !== mode.placeholderEmail && !isKnown && mode.authType !== 'B2B'
}

/**
 * Who a request can be told to be of, for forms0023: the mailbox, else the session's person. Of others nobody knows that they are one: two
 * people at one counter may give the same answers. A survey has its own rule (docs/decisions/0021-identical-requests.md).
 */
export function identityOf({ mode, session, email }: Counted): string | null {
  if (mode.authType === 'SURVEY') return null
  if (email !== null) return `email:${canonicalEmail(email)}`
  return session?.person ? `person:${session.person}` : null
}

/** The address that a data collection mails its receipt to: the first EMAIL question that was answered. */
export function answeredEmail(questions: readonly (Question & { isEmailField: boolean })[], answers: Answers): string | null {
  const code = questions.find((question) => question.isEmailField && answers[question.property.property_code])?.property.property_code
  return code === undefined ? null : String(answers[code])
}

/** Keyed hash of a person and a request: the same answers, in any order, and the same files give the same hash. @param key the customer's */
export function fingerprintOf(key: Buffer, identity: string, codeTag: string, answers: Answers, files: readonly ReceivedFile[]): Buffer {
  const sorted = Object.keys(answers)
    .sort()
    .map((key) => [key, answers[key]])
  const bytes = files.map((file) => [file.propertyCode, file.sha256.toString('hex')]).sort()
  return keyedHash(key, 'request-fingerprint-v1', JSON.stringify([identity, codeTag, sorted, bytes]))
}

/** @throws Fault forms0019 when all files together are larger than a request may be. */
export function refuseOversize(files: readonly ReceivedFile[], maxBytes: number): void {
  if (files.reduce((sum, file) => sum + file.size, 0) > maxBytes) throw fault('forms0019', [sizeText(Math.floor(maxBytes / 1024))])
}

export { requireUsableConfirmation } from './check-confirmation.ts'
export { countEnding } from './retention.ts'
export { openAnswers, openSummary } from './sealed-answers.ts'
export { answerTexts, renderHtml, renderLine, TemplateBudget, type TemplateVariables, templateFault, variablesIn } from './text-templates.ts'
export { textVariables } from './text-variables.ts'
export { confirmationCode } from './verification-code.ts'
