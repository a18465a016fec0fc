import { z } from 'zod'
import { code } from './code.ts'
import { MAX_ID_LENGTH, MAX_REASON } from './draft-limits.ts'
import { type FormField, formField } from './form-field.ts'
import { formParams } from './form-params.ts'
import { glossary } from './glossary.ts'
import { translatedFrom } from './translated-from.ts'

/** A step of a form. Its child steps are the options from which the visitor chooses. */
export interface Tag {
  code_tag: string
  tag_description: string
  id?: string | undefined
  twin_of?: string | undefined
  translated_from?: Record<string, string> | undefined
  only_here?: string | undefined
  description?: string | undefined
  tag_type?: string | undefined
  icon?: string | undefined
  disabled?: boolean | undefined
  captcha?: boolean | undefined
  show_captcha?: boolean | undefined
  opens_ticket?: boolean | undefined
  properties?: unknown
  params?: { params_type: 'FORM_LANG'; lang_code: string }[] | undefined
  form_fields: FormField[]
  children: Tag[]
}

/** The properties of a step, except its id, fields and children. */
export const stepContent = {
  code_tag: code,
  tag_description: z.string().min(1),
  /** For a translated step: id of the original step in the first language of the definition. */
  twin_of: z.string().max(MAX_ID_LENGTH).optional(),
  translated_from: translatedFrom.optional(),
  /** Why the step exists in its language only. Such a step is not reported as missing in the other languages. */
  only_here: z.string().max(MAX_REASON).optional(),
  description: z.string().optional(),
  tag_type: z.string().optional(),
  icon: z.string().optional(),
  disabled: z.boolean().optional(),
  captcha: z.boolean().optional(),
  show_captcha: z.boolean().optional(),
  opens_ticket: z.boolean().optional(),
  properties: z.unknown().optional(),
  params: z.array(z.strictObject({ params_type: z.literal('FORM_LANG'), lang_code: z.string().regex(/^[a-z]{2}$/) })).optional(),
}

const tag: z.ZodType<Tag> = z.strictObject({
  ...stepContent,
  /** Id of the step, which is unique in the definition. It stays the same when the step is renamed or moved. */
  id: z.string().optional(),
  form_fields: z.array(formField).default([]),
  get children() {
    return z.array(tag).default([])
  },
}) as z.ZodType<Tag>

/** The properties of the root step, except its fields and children. */
export const rootContent = {
  code_tag: code,
  tag_description: z.string().min(1),
  class: z.string().optional(),
  description: z.string().optional(),
  icon: z.string().optional(),
  /** Fixed and forbidden words for translators. Visitors do not receive it. */
  glossary: glossary.optional(),
  form_params: formParams.default({}),
}

/** A form definition as its author wrote it: the root step, together with the parameters of the whole form. */
export const definition = z.strictObject({
  ...rootContent,
  form_fields: z.array(formField).default([]),
  children: z.array(tag).default([]),
})

export type Definition = z.infer<typeof definition>
