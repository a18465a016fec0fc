import { z } from 'zod'
import { formField } from '../../form/form-field.ts'
import { plainText } from '../../form/plain-text.ts'
import { MAX_MESSAGE_LENGTH } from '../../request/follow-up.ts'
import { endpoint } from '../define-endpoint.ts'
import { customerParams } from '../shared-params.ts'
import { FOLLOW_UP_ERRORS, FOLLOW_UP_PATH, followUp } from './follow-up.ts'

const path = `${FOLLOW_UP_PATH}/messages/{id}/correction` as const
const params = customerParams.extend({ id: z.uuid() })

/** The questions that a message of the desk names, with the answers as they are. The other questions of the request are hidden. */
const correction = z.object({ fields: z.array(formField) })

export type Correction = z.infer<typeof correction>

const getCorrection = endpoint({
  method: 'GET',
  path,
  summary: 'Get the questions that a message of the office names; if it asks for corrections, their answers, after the mailed code was entered',
  params,
  query: z.object({}),
  status: 200,
  answer: correction,
  errors: [...FOLLOW_UP_ERRORS, 'forms0006', 'forms_mgmt0004', 'http_not_found'],
})

/**
 * The text fields of a correction. Files are sent as additional parts with the names `attachments-{property_code}`. The `id` is made by the
 * sender, so that a repeated call stores the correction once.
 */
export const correctionPayload = z.object({
  id: z.uuid(),
  /** JSON object with the corrected answers, keyed by property code. */
  form_fields: z.string(),
  /** A message for the office, if there is something to explain. */
  text: plainText(MAX_MESSAGE_LENGTH).optional(),
})

const sendCorrection = endpoint({
  method: 'POST',
  path,
  summary: 'Send the corrected answers and the files for which the office has asked; a repeated call with the same id stores them once',
  params,
  query: z.object({}),
  body: correctionPayload,
  bodyType: 'multipart',
  status: 201,
  answer: followUp,
  errors: [
    ...FOLLOW_UP_ERRORS,
    'forms0006',
    'forms0013',
    'forms0017',
    'forms0019',
    'forms0024',
    'forms0026',
    'forms0027',
    'forms0031',
    'forms0032',
    'forms0034',
    'forms0038',
    'forms0043',
    'forms0044',
    'forms_integrations0001',
    'forms_mgmt0004',
    'http_media_type',
    'http_not_found',
  ],
})

/** The calls by which a requester corrects answers and sends further files. */
export const correctionEndpoints = { getCorrection, sendCorrection }
