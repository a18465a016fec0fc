import { z } from 'zod'
import { formField } from '../../form/form-field.ts'
import { endpoint } from '../define-endpoint.ts'
import { codeQuery, tagParams } from '../shared-params.ts'

/** What a step shows of itself, be it open or an option. */
const tagHead = {
  id: z.string(),
  code_tag: z.string(),
  tag_description: z.string(),
  description: z.string().optional(),
  tag_type: z.string().optional(),
  icon: z.string().optional(),
  disabled: z.boolean().optional(),
  params: z.array(z.object({ params_type: z.literal('FORM_LANG'), lang_code: z.string() })).optional(),
}

/** An option of a step: a child without its own children and fields. */
const childTag = z.object(tagHead)

/** A step as the visitor's browser sees it. */
export const tagView = z.object({
  ...tagHead,
  show_captcha: z.boolean().optional(),
  captcha: z.boolean().optional(),
  /** In their ordering. */
  form_fields: z.array(formField),
  children: z.array(childTag),
  /** From the root to this step. */
  breadcrumb: z.array(z.object({ id: z.string(), code_tag: z.string(), description: z.string() })),
  /** Codes from the root to this step. */
  tags_path: z.array(z.string()),
  /** Whether the request can be sent from this step. */
  last: z.boolean(),
  opens_ticket: z.boolean().optional(),
  /** How many of the steps below ask something, where one leads to the next without a choice; null where a choice comes first. */
  questions_ahead: z.number().nullable(),
  /** The steps of the form's other languages that stand for this one, by language; a language without one is missing. */
  siblings: z.record(z.string(), z.string()).optional(),
})

export type TagView = z.infer<typeof tagView>
export type ChildTag = z.infer<typeof childTag>

export const getTag = endpoint({
  method: 'GET',
  path: '/forms/{customerCode}/tags/{codeTag}',
  summary: 'A step of the form with its options',
  params: tagParams,
  query: codeQuery,
  status: 200,
  answer: tagView,
  errors: ['forms0001', 'forms0005', 'forms0006', 'forms0010', 'forms0011', 'forms0027', 'forms0041', 'http_not_found'],
})
