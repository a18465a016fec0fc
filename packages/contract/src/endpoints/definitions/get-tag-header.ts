import type { z } from 'zod'
import { endpoint } from '../define-endpoint.ts'
import { codeQuery, shownTagParams } from '../shared-params.ts'
import { tagView } from './get-tag.ts'

/**
 * The header and footer blocks of a step. The page shows them around the steps of a language or of another branch of
 * the form.
 */
export const tagHeader = tagView.pick({ id: true, code_tag: true, tag_description: true, form_fields: true, children: true })

export type TagHeader = z.infer<typeof tagHeader>

export const getTagHeader = endpoint({
  method: 'GET',
  path: '/forms/{customerCode}/tags/{codeTag}/header',
  summary: 'Get the header fields of a step',
  params: shownTagParams,
  query: codeQuery,
  status: 200,
  answer: tagHeader,
  errors: ['forms0001', 'forms0005', 'forms0006', 'forms0010', 'forms0011', 'forms0027', 'forms0041', 'http_not_found', 'http_outdated'],
})
