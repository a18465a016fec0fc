import { z } from 'zod'
import { endpoint } from '../define-endpoint.ts'
import { codeQuery, customerParams } from '../shared-params.ts'

export const getAuthToken = endpoint({
  method: 'GET',
  path: '/forms/{customerCode}/auth/token',
  summary: 'Get a short-lived signed token that proves the session to the customer’s own site',
  params: customerParams,
  query: codeQuery,
  status: 200,
  /** Response that contains a short-lived `token`: a JSON Web Token signed with HS256. */
  answer: z.object({ token: z.string() }),
  errors: ['forms0001', 'forms0005', 'forms0011', 'forms0027', 'forms0041'],
})
