import { z } from 'zod'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'
import { sortBy } from './sort.ts'

const none = z.object({})
const byId = z.object({ id: z.uuid() })

/**
 * States of a mail. queued: the mail waits to be sent. sent: an SMTP server has accepted the mail. kept: the mail is
 * only stored, because no SMTP server is configured. failed: all attempts have failed, and an operator must act.
 */
const MAIL_STATES = ['queued', 'sent', 'kept', 'failed'] as const

const listedMail = z.object({
  id: z.string(),
  form: z.string(),
  ticket: z.string().nullable(),
  kind: z.string(),
  state: z.enum(MAIL_STATES),
  recipient: z.string(),
  subject: z.string().nullable(),
  attempts: z.number(),
  last_error: z.string().nullable(),
  created_at: z.string(),
  next_attempt_at: z.string().nullable(),
  sent_at: z.string().nullable(),
})

export type ListedMail = z.infer<typeof listedMail>

export const listManagedMails = endpoint({
  method: 'GET',
  path: '/managements/mails',
  summary: 'List mails, newest first, 50 per page from page 1; `state=failed` lists the dead letters',
  params: none,
  query: z.object({
    form: z.string().max(64).optional(),
    state: z.enum(MAIL_STATES).optional(),
    recipient: z.string().max(254).optional(),
    sort: sortBy('created'),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  }),
  status: 200,
  answer: z.object({ items: z.array(listedMail), page: z.number(), total: z.number(), more: z.boolean() }),
  errors: MANAGEMENT_ERRORS,
  role: 'viewer',
})

export const getManagedMail = endpoint({
  method: 'GET',
  path: '/managements/mails/{id}',
  summary: 'Get a mail as it was rendered, without links that grant access',
  params: byId,
  query: none,
  status: 200,
  answer: listedMail.extend({ sender: z.string().nullable(), text: z.string().nullable(), html: z.string().nullable() }),
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  role: 'viewer',
})

export const sendMailAgain = endpoint({
  method: 'POST',
  path: '/managements/mails/{id}/send',
  summary: 'Send a mail again that was given up, was sent, or waits for its next attempt',
  params: byId,
  query: none,
  status: 200,
  answer: listedMail,
  errors: [...MANAGEMENT_ERRORS, 'http_not_found', 'forms_mgmt0004'],
  role: 'operator',
})
