import { createHmac } from 'node:crypto'
import type { Answers } from '@sportello/contract'
import type { Json } from '../../platform/db/schema.ts'
import type { CustomerDb, DeploymentDb } from '../../platform/db/with-customer.ts'
import type { Encryption } from '../../platform/keys/rules.ts'

const placeIn = (column: string) => (customerCode: string, id: string) => ({ customerCode, column, id })

/**
 * For each part of a request: its place (customer, column and row id). A part is encrypted for its place and cannot be
 * decrypted in another one.
 */
export const ENCRYPTION_CONTEXTS = {
  formFields: placeIn('answers.form_fields'),
  furtherQuestions: placeIn('answers.further_questions'),
  summary: placeIn('requests.summary_html'),
  /** The context to which the encryption of a submission's stored receipt is bound. Its id is the idempotency key. */
  receipt: placeIn('idempotency_keys.answer'),
}

/** Decrypts the answers of a request. @throws Unreadable. */
export async function decryptAnswers(
  encryption: Encryption,
  db: CustomerDb | DeploymentDb | null,
  { customer_code, id }: { customer_code: string; id: string },
  { form_fields, further_questions }: { form_fields: Json; further_questions: Json },
) {
  return {
    form_fields: (await encryption.openJson(db, ENCRYPTION_CONTEXTS.formFields(customer_code, id), form_fields)) as Answers | null,
    further_questions: (await encryption.openJson(db, ENCRYPTION_CONTEXTS.furtherQuestions(customer_code, id), further_questions)) as Answers | null,
  }
}

/** Decrypts the summary of a request. @throws Unreadable. */
export async function decryptSummary(
  encryption: Encryption,
  db: CustomerDb | DeploymentDb,
  { customer_code, id, summary_html }: { customer_code: string; id: string; summary_html: string | null },
): Promise<string | null> {
  return summary_html === null ? null : encryption.open(db, ENCRYPTION_CONTEXTS.summary(customer_code, id), summary_html)
}

/** Matches answers that may be an Italian tax code: of a person (16 characters) or of a company (11 digits). */
const TAX_CODE = /^[A-Z0-9]{11,16}$/

/**
 * Returns the hash by which operators find requests by tax code. The hash is keyed, because anybody could compute
 * unkeyed hashes of all tax codes.
 */
export function taxCodeHash(secretKey: string, code: string): Buffer {
  return createHmac('sha256', secretKey).update(`tax_code\n${code}`).digest().subarray(0, 16)
}

/**
 * Returns a hash of an e-mail address, which the audit log contains instead of the address. The hash is keyed. A reader
 * of
 * the log therefore cannot find the address by hashing possible addresses.
 */
export function mailboxHash(secretKey: string, mailbox: string): Buffer {
  return createHmac('sha256', secretKey).update(`mailbox\n${mailbox}`).digest().subarray(0, 16)
}

/** Returns keyed hashes of the answers that look like a tax code. Skips answers with several values. */
export function taxCodeHashes(secretKey: string, answers: Answers): Buffer[] {
  const codes = Object.values(answers).flatMap((value) => (typeof value === 'string' || typeof value === 'number' ? [String(value).trim().toUpperCase()] : []))
  return [...new Set(codes.filter((code) => TAX_CODE.test(code)))].map((code) => taxCodeHash(secretKey, code))
}
