import { z } from 'zod'
import { endpoint } from '../define-endpoint.ts'
import { codeQuery, customerParams } from '../shared-params.ts'

export const getChatAddress = endpoint({
  method: 'GET',
  path: '/ebby/{customerCode}',
  summary: 'Get the URL of the live chat for this visitor, valid for five minutes',
  params: customerParams,
  query: codeQuery,
  status: 200,
  /** Response of the EBBY chat endpoint (visitor specification, section 3: "Chat response"). */
  answer: z.object({ url: z.string() }),
  errors: ['forms0001', 'forms0005', 'forms0010', 'forms0011', 'forms0016', 'forms0027', 'forms0041', 'forms_integrations0005'],
})

export type ChatAddress = z.infer<typeof getChatAddress.answer>
