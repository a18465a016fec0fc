import { z } from 'zod'
import { endpoint } from '../define-endpoint.ts'
import { tagParams } from '../shared-params.ts'

/** A beacon: without the API key, since a page that closes can set no headers. */
export const reportAbandonment = endpoint({
  method: 'POST',
  path: '/analytics/{customerCode}/tags/{codeTag}',
  summary: 'Report that a form was left unsent at a step',
  params: tagParams,
  query: z.object({}),
  status: 202,
  answer: z.null(),
  errors: ['forms0001', 'forms0010', 'forms0045', 'http_not_found'],
})
