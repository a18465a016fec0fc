import { z } from 'zod'
import { SECOND_FACTORS } from '../../request/saved-draft.ts'
import { endpoint } from '../define-endpoint.ts'
import { customerParams, savedDraftKey, secondFactor } from '../shared-params.ts'

const savedFile = z.object({ id: z.string(), property_code: z.string(), name: z.string(), media_type: z.string(), size: z.number() })

export type SavedFile = z.infer<typeof savedFile>

/** A saved draft, as far as it fits the live version of the form. */
const openedDraft = z.object({
  saved_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  lang_code: z.string(),
  /** Code of the deepest step on the visitor's path that still exists. */
  code_tag: z.string(),
  /** Values of the form's controls, keyed by property code. */
  shown: z.record(z.string(), z.unknown()),
  files: z.array(savedFile),
  /** True if the form has been published in another version since. */
  is_changed: z.boolean(),
  /** Labels of the questions whose answers no longer fit. */
  dropped: z.array(z.string()),
  /** Labels of the questions on the visitor's path that are new. */
  added: z.array(z.string()),
  /** Name of the step at which the visitor stopped, if it no longer exists. */
  lost_step: z.string().nullable(),
})

export type OpenedDraft = z.infer<typeof openedDraft>

const openingDraft = z.object({
  /** Null if the second factor is missing or wrong. */
  draft: openedDraft.nullable(),
  /** Kind of the second factor; null if the draft has none. */
  second_factor: z.enum(SECOND_FACTORS).nullable(),
  /** Wrong second factors that are left. At 0 the draft has been deleted. Null if the draft has no second factor. */
  tries_left: z.int().min(0).nullable(),
})

export type OpeningDraft = z.infer<typeof openingDraft>

/** Errors of the calls that open a saved draft. */
export const LINK_ERRORS = [
  'forms0001',
  'forms0002',
  'forms0003',
  'forms0010',
  'forms0017',
  'forms0040',
  'forms0042',
  'http_malformed',
  'http_not_found',
] as const

export const openSavedDraft = endpoint({
  method: 'POST',
  path: '/forms/{customerCode}/saved-drafts/open',
  summary: 'Open a saved request by the key of its mailed link',
  params: customerParams,
  query: z.object({}),
  body: z.object({ key: savedDraftKey, second_factor: secondFactor.optional() }),
  status: 200,
  answer: openingDraft,
  errors: LINK_ERRORS,
})
