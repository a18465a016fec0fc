import { z } from 'zod'
import { endpoint } from '../define-endpoint.ts'
import { customerParams } from '../shared-params.ts'

/** Query parameters of a mailed confirmation link: only the code of the link. */
export const linkQuery = z.object({ code: z.string().min(1).max(512) })
/**
 * Response if the confirmation link can still be used. Otherwise the check fails with the same error as the use of the
 * link.
 */
export const linkState = z.object({ usable: z.literal(true) })

export type LinkState = z.infer<typeof linkState>

export const checkConfirmation = endpoint({
  method: 'GET',
  path: '/forms/{customerCode}/confirmation',
  summary: 'Check whether the code of a confirmation link is valid, without using it',
  params: customerParams,
  query: linkQuery,
  status: 200,
  answer: linkState,
  errors: ['forms0001', 'forms0003', 'forms0009', 'forms0040', 'forms0042', 'http_malformed'],
})
