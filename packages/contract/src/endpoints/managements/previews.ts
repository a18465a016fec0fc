import { z } from 'zod'
import { AUTH_TYPES } from '../../form/auth-type.ts'
import { code } from '../../form/code.ts'
import { knownData } from '../../form/known-data.ts'
import { LANGUAGES } from '../../language.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'

/** Access modes that a preview can pretend: all except that of partners' systems, which see no pages. */
const PREVIEW_MODES = AUTH_TYPES.filter((type) => type !== 'B2B')

/** What a preview pretends, as its author chooses it. */
export const previewOptions = z.strictObject({
  /** Code of a form of the definition, whose look and settings the preview has; null for a neutral look. */
  form: code.nullable(),
  /** Access mode of the pretended visitor; null for the form’s own first one. */
  mode: z.enum(PREVIEW_MODES).nullable(),
  /** Known data of the pretended visitor. Ignored in access modes without a session. */
  known: knownData,
  /** Pretended date of today, YYYY-MM-DD; null for the real one. */
  today: z.iso.date().nullable(),
  /** Language in which the pages open; null for the one that the browser prefers. */
  language: z.enum(LANGUAGES).nullable(),
})

export type PreviewOptions = z.infer<typeof previewOptions>

const preview = z.object({
  id: z.uuid(),
  /** When the preview ends. */
  expires_at: z.string(),
  /** The forms that use the definition. */
  forms: z.array(z.object({ code_form: z.string(), description: z.string() })),
  /** The access modes that the form offers, the shown one first. */
  modes: z.array(z.enum(AUTH_TYPES)),
  /** The languages of the draft. */
  languages: z.array(z.string()),
})

export type PreviewAnswer = z.infer<typeof preview>

const madePreview = preview.extend({
  /** Code of the preview in place of a customer’s code: its pages are below `/{code}`. It is returned only here, because the server stores its hash. */
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
