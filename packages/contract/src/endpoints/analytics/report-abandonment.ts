import { z } from 'zod'
import { endpoint } from '../define-endpoint.ts'
import { tagParams } from '../shared-params.ts'

/**
 * Endpoint to which the browser reports the step at which the visitor left the form. It requires no API key, because
 * the browser sends the report as a beacon when the page closes, and a beacon cannot set headers.
 */
export const reportAbandonment = endpoint({
  method: 'POST',
  path: '/analytics/{customerCode}/tags/{codeTag}',
  summary: 'Report that a visitor left the form at a step without sending',
  params: tagParams,
  query: z.object({}),
  status: 202,
  answer: z.null(),
  errors: ['forms0001', 'forms0010', 'forms0045', 'http_not_found'],
})
