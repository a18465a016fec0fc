import { createHmac } from 'node:crypto'
import type { Answers } from '@sportello/contract'
import type { Json } from '../db/schema.ts'
import type { CustomerDb, DeploymentDb } from '../db/with-customer.ts'
import type { Sealing } from '../keys/rules.ts'

const placeIn = (column: string) => (customerCode: string, id: string) => ({ customerCode, column, id })

/** Where each part of what somebody has sent is sealed for: the column, by the request's id. */
export const PLACES = {
  formFields: placeIn('answers.form_fields'),
  furtherQuestions: placeIn('answers.further_questions'),
  summary: placeIn('requests.summary_html'),
  /** By the idempotency key. */
  receipt: placeIn('idempotency_keys.answer'),
}

/** The answers of a request as they were given. @throws Unreadable. */
export async function openAnswers(
  sealing: Sealing,
  db: CustomerDb | DeploymentDb | null,
  { customer_code, id }: { customer_code: string; id: string },
  { form_fields, further_questions }: { form_fields: Json; further_questions: Json },
) {
  return {
    form_fields: (await sealing.openJson(db, PLACES.formFields(customer_code, id), form_fields)) as Answers | null,
    further_questions: (await sealing.openJson(db, PLACES.furtherQuestions(customer_code, id), further_questions)) as Answers | null,
  }
}

/** @throws Unreadable. */
export async function openSummary(
  sealing: Sealing,
  db: CustomerDb | DeploymentDb,
  { customer_code, id, summary_html }: { customer_code: string; id: string; summary_html: string | null },
): Promise<string | null> {
  return summary_html === null ? null : sealing.open(db, PLACES.summary(customer_code, id), summary_html)
}

/** What an answer must look like to be found as somebody's tax code: a person's or, of eleven figures, a company's. */
const TAX_CODE = /^[A-Z0-9]{11,16}$/

/** A tax code as it can be looked for without being read: keyed, so that nobody finds it by trying all there are. */
export function taxCodeHash(secretKey: string, code: string): Buffer {
  return createHmac('sha256', secretKey).update(`tax_code\n${code}`).digest().subarray(0, 16)
}

/** A mailbox as the log of changes names it: who looks for it again finds the line, who reads the line cannot try addresses. */
export function mailboxHash(secretKey: string, mailbox: string): Buffer {
  return createHmac('sha256', secretKey).update(`mailbox\n${mailbox}`).digest().subarray(0, 16)
}

/** Of each answer that stands alone and may be a tax code. */
export function taxCodeHashes(secretKey: string, answers: Answers): Buffer[] {
  const codes = Object.values(answers).flatMap((value) => (typeof value === 'string' || typeof value === 'number' ? [String(value).trim().toUpperCase()] : []))
  return [...new Set(codes.filter((code) => TAX_CODE.test(code)))].map((code) => taxCodeHash(secretKey, code))
}
