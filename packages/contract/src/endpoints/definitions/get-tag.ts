import { z } from 'zod'
import { formField } from '../../form/form-field.ts'
import { endpoint } from '../define-endpoint.ts'
import { codeQuery, shownTagParams } from '../shared-params.ts'

/** Properties that the API returns for the open step as well as for each of its options. */
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

/** A child step, which the visitor can choose as an option. Its own fields and children are not included. */
const childTag = z.object(tagHead)

/** A step in the format in which the API returns it to the visitor's browser. */
export const tagView = z.object({
  ...tagHead,
  show_captcha: z.boolean().optional(),
  captcha: z.boolean().optional(),
  /** Fields of the step, sorted by `ordering`. */
  form_fields: z.array(formField),
  children: z.array(childTag),
  /** Breadcrumb: the steps from the root of the form to this step. */
  breadcrumb: z.array(z.object({ id: z.string(), code_tag: z.string(), description: z.string() })),
  /** Codes of the steps from the root of the form to this step. */
  tags_path: z.array(z.string()),
  /** True if the visitor can submit the request from this step. */
  last: z.boolean(),
  opens_ticket: z.boolean().optional(),
  /**
   * Number of further steps with questions until the end of the form; null if the number depends on options that the
   * visitor has yet to choose.
   */
  questions_ahead: z.number().nullable(),
  /**
   * Codes of the same step in the form's other languages, keyed by language. Languages without this step have no entry.
   */
  siblings: z.record(z.string(), z.string()).optional(),
})

export type TagView = z.infer<typeof tagView>
export type ChildTag = z.infer<typeof childTag>

export const getTag = endpoint({
  method: 'GET',
  path: '/forms/{customerCode}/tags/{codeTag}',
  summary: 'Get a step of the form with its fields and child steps',
  params: shownTagParams,
  query: codeQuery,
  status: 200,
  answer: tagView,
  errors: ['forms0001', 'forms0005', 'forms0006', 'forms0010', 'forms0011', 'forms0027', 'forms0041', 'http_not_found', 'http_outdated'],
})
