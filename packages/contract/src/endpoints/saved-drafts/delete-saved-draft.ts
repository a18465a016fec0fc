import { z } from 'zod'
import { endpoint } from '../define-endpoint.ts'
import { customerParams, savedDraftKey, secondFactor } from '../shared-params.ts'
import { LINK_ERRORS } from './open-saved-draft.ts'

export const deleteSavedDraft = endpoint({
  method: 'POST',
  path: '/forms/{customerCode}/saved-drafts/delete',
  summary: 'Delete a saved request',
  params: customerParams,
  query: z.object({}),
  body: z.object({ key: savedDraftKey, second_factor: secondFactor.optional() }),
  status: 200,
  answer: z.object({ deleted: z.boolean() }),
  errors: LINK_ERRORS,
})
