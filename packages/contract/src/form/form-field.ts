import { anyInputSettings, blockValues } from '@sportello/fields/settings'
import { z } from 'zod'
import { code } from './code.ts'
import { MAX_ID_LENGTH } from './draft-limits.ts'
import { translatedFrom } from './translated-from.ts'

/** A question: its code, label and input settings (visitor specification, section 3). */
const property = z.strictObject({
  property_code: code,
  property_description: z.string().min(1),
  font_case: z.enum(['default', 'upper', 'lower']).optional(),
  default_value: anyInputSettings,
})

/**
 * Whether the visitor can change the answer to a field. Upper and lower case are accepted, because the specification
 * uses both; the parsed value is in capitals.
 */
const readonly = z.enum(['LOCKED', 'locked', 'UNLOCKED', 'unlocked', 'EDITABLE', 'editable'])

const common = {
  id: z.string().max(MAX_ID_LENGTH).optional(),
  /** For a translated field: id of the original field in the first language of the definition. */
  twin_of: z.string().max(MAX_ID_LENGTH).optional(),
  translated_from: translatedFrom.optional(),
  ordering: z.int(),
  title: z.string().optional(),
  required: z.boolean().optional(),
  hidden: z.boolean().optional(),
  readonly: readonly.optional(),
  mapping: z.string().optional(),
  info_title: z.string().optional(),
  info_text: z.string().optional(),
}

function block<T extends keyof typeof blockValues>(type: T) {
  return z.strictObject({ ...common, type: z.literal(type), value: blockValues[type] })
}

/**
 * The field FURTHER_QUESTIONS, for visitors who need more help (visitor specification, section 3). The answers in it
 * are sent as JSON, so it cannot contain file questions.
 */
const furtherQuestions = z.strictObject({
  id: z.string().max(MAX_ID_LENGTH).optional(),
  text: z.string().min(1),
  fields: z.array(
    z.strictObject({
      property: property.refine((value) => value.default_value.input_type !== 'file', {
        path: ['default_value', 'input_type'],
        message: 'further questions take no files',
      }),
      mapping: z.string().optional(),
      hidden: z.boolean().optional(),
      required: z.boolean().optional(),
      readonly: readonly.optional(),
    }),
  ),
  nofields: z.string().optional(),
  yes: z.string().optional(),
  greetings: z.string().optional(),
  whatSelected: z.string().optional(),
})

/**
 * A field of a token login. File questions are not allowed, because the login is sent as JSON. Data sources are not
 * allowed, because they require a session, which the visitor does not have yet.
 */
const tokenProperty = property.refine(({ default_value: { input_type: type } }) => type !== 'file' && type !== 'select_data_source', {
  path: ['default_value', 'input_type'],
  message: 'a token login takes neither files nor options of a service',
})

/** A field of a step: a question, an information block or another type of field. */
export const formField = z.discriminatedUnion('type', [
  z.strictObject({ ...common, type: z.literal('PROPERTY'), value: property }),
  z.strictObject({
    ...common,
    type: z.literal('EMAIL'),
    value: property.refine((value) => value.default_value.input_type === 'email', { path: ['default_value', 'input_type'], message: 'must be "email"' }),
  }),
  block('HTML'),
  block('ALERT'),
  block('FAQ'),
  block('SEND_BUTTON_CUSTOMIZATION'),
  block('HTML_SUMMARY'),
  block('HTML_HEADER'),
  block('HTML_HEADER_BUTTON'),
  block('FOOTER'),
  block('CONFIRM_MODAL'),
  block('TERMS_CONDITIONS'),
  z.strictObject({ ...common, type: z.literal('FURTHER_QUESTIONS'), value: furtherQuestions }),
  // Fields of a token login. The answers to them are not stored in the request.
  z.strictObject({ ...common, type: z.literal('TOKEN_LOGIN'), value: z.strictObject({ fields: z.array(tokenProperty) }) }),
])

export type Property = z.infer<typeof property>
export type FormField = z.infer<typeof formField>
/** A field for which the visitor enters an answer. */
export type QuestionField = Extract<FormField, { type: 'PROPERTY' | 'EMAIL' }>
