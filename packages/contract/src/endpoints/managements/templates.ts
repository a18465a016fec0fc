import { z } from 'zod'
import { code } from '../../form/code.ts'
import { templateOriginal } from '../../form/template-original.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'

const none = z.object({})
const name = z.string().regex(/^[A-Za-z0-9._-]{1,128}$/)
const byName = z.object({ name, lang_code: z.string().regex(/^[a-z]{2}$/) })
const texts = z.object({ subject: z.string().trim().min(1).max(1_000), html: z.string().min(1).max(200_000) })
const shared = { role: 'operator', wholeDeployment: true } as const

/** `translated_from` is null if the template is no translation, or if its original is not recorded. */
const listedTemplate = byName.extend({ ...texts.shape, translated_from: templateOriginal.nullable(), version: z.string() })

export type ListedTemplate = z.infer<typeof listedTemplate>

export const listTemplates = endpoint({
  method: 'GET',
  path: '/managements/templates',
  summary: 'List the mail templates by name and language',
  params: none,
  query: none,
  status: 200,
  answer: z.array(listedTemplate),
  errors: MANAGEMENT_ERRORS,
  role: 'viewer',
  authoring: 'translator',
})

export const putTemplate = endpoint({
  method: 'PUT',
  path: '/managements/templates/{name}/{lang_code}',
  summary: 'Add or change a template; with `If-Match`, only change it',
  params: byName,
  query: none,
  /**
   * `translated_from` is the original as the translator has read it, which marks the template as an up-to-date
   * translation of it. Without it the recorded original stays as it is.
   */
  body: texts.extend({ translated_from: templateOriginal.optional() }),
  status: 200,
  answer: listedTemplate,
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'forms_mgmt0004'],
  ...shared,
})

export const deleteTemplate = endpoint({
  method: 'DELETE',
  path: '/managements/templates/{name}/{lang_code}',
  summary: 'Delete a template; forms that use it then send the built-in mail',
  params: byName,
  query: none,
  status: 200,
  answer: none,
  errors: [...MANAGEMENT_ERRORS, 'forms_mgmt0002', 'forms_mgmt0004'],
  ...shared,
})

export const previewTemplate = endpoint({
  method: 'POST',
  path: '/managements/templates/preview',
  summary: 'Preview the mail of a template with example data',
  params: none,
  query: none,
  /** If `form` is set, the preview of the mail template contains sample answers to that form's questions. */
  body: texts.extend({ form: code.optional() }),
  status: 200,
  /**
   * Preview of a mail. `html` is the complete HTML document; `unknown` lists the variables in the template that have no
   * value in any mail.
   */
  answer: z.object({ subject: z.string(), text: z.string(), html: z.string(), unknown: z.array(z.string()) }),
  errors: [...MANAGEMENT_ERRORS, 'forms0017'],
  role: 'viewer',
})

export const testTemplate = endpoint({
  method: 'POST',
  path: '/managements/templates/test',
  summary: 'Send a test mail of a template; without an address, to the operator’s own address',
  params: none,
  query: none,
  body: texts.extend({ form: code, to: z.email().max(254).optional() }),
  status: 200,
  answer: z.object({ recipient: z.string() }),
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'http_not_found'],
  role: 'operator',
})
