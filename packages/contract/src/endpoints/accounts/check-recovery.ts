import { endpoint } from '../define-endpoint.ts'
import { linkQuery, linkState } from '../requests/check-confirmation.ts'
import { customerParams } from '../shared-params.ts'

export const checkRecovery = endpoint({
  method: 'GET',
  path: '/forms/{customerCode}/login/recovery',
  summary: 'Check whether the code of a password recovery link is valid, without using it',
  params: customerParams,
  query: linkQuery,
  status: 200,
  answer: linkState,
  errors: ['forms0001', 'forms0010', 'forms0011', 'forms0040', 'forms0042', 'forms0045', 'http_malformed'],
})
