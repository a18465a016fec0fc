import { z } from 'zod'
import { MAX_SAVED_DRAFT_DAYS, SECOND_FACTORS } from '../request/saved-draft.ts'

/** The form parameter with which visitors can save a request and go on later (docs/decisions/0100-save-and-resume.md). */
export const saveAndResume = z.strictObject({
  days: z.int().min(1).max(MAX_SAVED_DRAFT_DAYS).optional(),
  second_factor: z.enum(SECOND_FACTORS).optional(),
})
