import { z } from 'zod'
import { code } from '../../form/code.ts'
import { endpoint } from '../define-endpoint.ts'
import { customerParams, savedDraftKey, secondFactor } from '../shared-params.ts'

/**
 * The text fields of a draft that a visitor saves. Files are sent as additional parts with the names
 * `attachments-{property_code}`.
 */
export const savedDraftPayload = z.object({
  /** Address to which the link is mailed. Not needed with `key`. */
  email: z.string().max(320).optional(),
  /** JSON object with the values of the form's controls, keyed by property code. */
  form_fields: z.string(),
  code_tag: code,
  /** The second factor that opens the draft, if the form asks for one. With `key`, the one that was chosen before. */
  second_factor: secondFactor.optional(),
  captcha_resolved: z.string().optional(),
  otp_code: z.string().optional(),
  /** Key of a mailed link. Its draft gets the new content, under the same link. */
  key: savedDraftKey.optional(),
  /** `Idempotency-Key` of an earlier call, whose draft is replaced by this one if its link was not opened yet. */
  earlier: z.string().max(255).optional(),
})

const savedDraft = z.object({
  /** Time at which the link ends. */
  expires_at: z.iso.datetime(),
  /** True if a link is mailed, false if the visitor's link stays the same. */
  is_mailed: z.boolean(),
})

export type SavedDraft = z.infer<typeof savedDraft>

export const saveDraft = endpoint({
  method: 'POST',
  path: '/forms/{customerCode}/saved-drafts',
  summary: 'Save a request that is not finished, and mail a link that opens it again',
  params: customerParams,
  query: z.object({}),
  body: savedDraftPayload,
  bodyType: 'multipart',
  status: 201,
  answer: savedDraft,
  errors: [
    'forms0001',
    'forms0002',
    'forms0003',
    'forms0005',
    'forms0010',
    'forms0011',
    'forms0013',
    'forms0017',
    'forms0019',
    'forms0020',
    'forms0024',
    'forms0026',
    'forms0027',
    'forms0030',
    'forms0032',
    'forms0034',
    'forms0038',
    'forms0040',
    'forms0041',
    'forms0042',
    'forms0044',
    'forms0046',
    'http_malformed',
    'http_not_found',
    'http_outdated',
  ],
})
