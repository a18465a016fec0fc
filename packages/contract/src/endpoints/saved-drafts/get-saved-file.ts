import { z } from 'zod'
import { endpoint } from '../define-endpoint.ts'
import { customerParams, savedDraftKey, secondFactor } from '../shared-params.ts'
import { LINK_ERRORS } from './open-saved-draft.ts'

export const getSavedFile = endpoint({
  method: 'POST',
  path: '/forms/{customerCode}/saved-drafts/file',
  summary: 'Read a file of a saved request',
  params: customerParams,
  query: z.object({}),
  body: z.object({ key: savedDraftKey, second_factor: secondFactor.optional(), id: z.uuid() }),
  status: 200,
  answer: z.unknown(),
  answerType: 'application/octet-stream',
  errors: LINK_ERRORS,
})
