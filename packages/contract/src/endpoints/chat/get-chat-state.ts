import { z } from 'zod'
import { endpoint } from '../define-endpoint.ts'
import { customerParams } from '../shared-params.ts'

export const getChatState = endpoint({
  method: 'GET',
  path: '/forms/{customerCode}/chat',
  summary: 'Get whether the form has a live chat whose site responds (visitor specification, section 4)',
  params: customerParams,
  query: z.object({}),
  status: 200,
  answer: z.object({ available: z.boolean() }),
  errors: ['forms0001'],
})

export type ChatState = z.infer<typeof getChatState.answer>
