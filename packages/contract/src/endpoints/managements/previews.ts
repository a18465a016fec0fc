import { z } from 'zod'
import { AUTH_TYPES, PREVIEW_MODES } from '../../form/auth-type.ts'
import { code } from '../../form/code.ts'
import { knownData } from '../../form/known-data.ts'
import { LANGUAGES } from '../../language.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'

/** Options of a preview, which the operator chooses. */
export const previewOptions = z.strictObject({
  /**
   * Code of a form that uses the definition. The preview uses the logo, colours and settings of this form; null means
   * the default look.
   */
  form: code.nullable(),
  /** Access mode that the preview simulates; null means the first access mode of the form. */
  mode: z.enum(PREVIEW_MODES).nullable(),
  /** Known data about the simulated visitor. Ignored in access modes without a session. */
  known: knownData,
  /** Date that the preview uses as today's date, YYYY-MM-DD; null means the real date. */
  today: z.iso.date().nullable(),
  /** Language in which the preview opens; null means the language that the browser prefers. */
  language: z.enum(LANGUAGES).nullable(),
  /** Number of the published version that the preview shows. If it is missing, the preview shows the draft. */
  version: z.number().int().min(1).max(2_147_483_647).optional(),
})

export type PreviewOptions = z.infer<typeof previewOptions>

const preview = z.object({
  id: z.uuid(),
  /** Time at which the preview expires. */
  expires_at: z.string(),
  /** The forms that use the previewed definition. */
  forms: z.array(z.object({ code_form: z.string(), description: z.string() })),
  /** The access modes of the previewed form. The preview simulates the first of them. */
  modes: z.array(z.enum(AUTH_TYPES)),
  /** The languages of the previewed draft. */
  languages: z.array(z.string()),
})

export type PreviewAnswer = z.infer<typeof preview>

const madePreview = preview.extend({
  /**
   * Code of the preview. It replaces the customer's code in URLs: the preview's pages are below `/{code}`. Only this
   * response contains the code, because the server stores only its hash.
   */
  code: z.string(),
})

export type MadePreview = z.infer<typeof madePreview>

const byTag = z.object({ code_tag: code })

export const makePreview = endpoint({
  method: 'POST',
  path: '/managements/definitions/{code_tag}/previews',
  summary: 'Make a preview of a definition’s draft: the visitors’ pages at an unguessable address, for half a day',
  params: byTag,
  query: z.object({}),
  body: previewOptions,
  status: 201,
  answer: madePreview,
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'http_not_found'],
  role: 'viewer',
  authoring: 'translator',
})

export const changePreview = endpoint({
  method: 'PUT',
  path: '/managements/definitions/{code_tag}/previews/{id}',
  summary: 'Change whom and when an own preview pretends; its address stays the same',
  params: byTag.extend({ id: z.uuid() }),
  query: z.object({}),
  body: previewOptions,
  status: 200,
  answer: preview,
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'http_not_found'],
  role: 'viewer',
  authoring: 'translator',
})
