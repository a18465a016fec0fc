import { z } from 'zod'
import { code } from '../../form/code.ts'
import { LANGUAGES } from '../../language.ts'
import { SEES_VISITS } from '../../management.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'

const none = z.object({})
const byForm = z.object({ form: code })

const visitMail = z.object({
  /** True if the operator's weekly mail contains the form's figures. */
  subscribed: z.boolean(),
  /** Address of the operator; empty if the operator has none. Owners set it. */
  email: z.string(),
  /** True if the operator has confirmed the address. Before that, no figures are mailed. */
  confirmed: z.boolean(),
})

export type VisitMail = z.infer<typeof visitMail>

const errors = [...MANAGEMENT_ERRORS, 'http_not_found'] as const

export const getVisitMail = endpoint({
  method: 'GET',
  path: '/managements/visits/mails/{form}',
  summary: 'Get whether the operator receives the figures of a form’s visits by mail every week',
  params: byForm,
  query: none,
  status: 200,
  answer: visitMail,
  errors,
  ...SEES_VISITS,
})

export const subscribeVisitMail = endpoint({
  method: 'PUT',
  path: '/managements/visits/mails/{form}',
  summary: 'Receive the figures of a form’s visits by mail every week. If the operator’s address is not confirmed, a mail with a link is sent to it',
  params: byForm,
  query: none,
  body: z.strictObject({
    /** Language of the mail. */
    language: z.enum(LANGUAGES),
  }),
  status: 200,
  answer: visitMail,
  errors,
  ...SEES_VISITS,
})

export const unsubscribeVisitMail = endpoint({
  method: 'DELETE',
  path: '/managements/visits/mails/{form}',
  summary: 'No longer receive the figures of a form’s visits by mail',
  params: byForm,
  query: none,
  status: 200,
  answer: visitMail,
  errors,
  ...SEES_VISITS,
})

export const confirmOwnAddress = endpoint({
  method: 'POST',
  path: '/managements/visits/address',
  summary: 'Confirm the own e-mail address with the code that was mailed to it',
  params: none,
  query: none,
  body: z.strictObject({ code: z.string().min(1).max(128) }),
  status: 200,
  answer: none,
  errors: MANAGEMENT_ERRORS,
  ...SEES_VISITS,
})
