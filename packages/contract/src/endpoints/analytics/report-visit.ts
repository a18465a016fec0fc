import { z } from 'zod'
import { code } from '../../form/code.ts'
import { DEVICES, LAST_DURATION_CLASS } from '../../form/visit-counts.ts'
import { LANGUAGES } from '../../language.ts'
import { endpoint } from '../define-endpoint.ts'
import { customerParams } from '../shared-params.ts'

/** Maximum number of entries in each list of a report. Longer visits send several reports. */
const MAX_ENTRIES = 200

const stay = z.tuple([code, z.number().int().min(0).max(LAST_DURATION_CLASS)])
const steps = z.array(code).max(MAX_ENTRIES).optional()

/** What happened in a visit of a form since its last report. It contains nothing by which two reports could be joined. */
const visitReport = z.strictObject({
  /** Version of the form that the visitor sees. */
  version: z.string().max(270),
  language: z.enum(LANGUAGES),
  /** Only in the first report of a visit. `referrer` is the host of the website from which the visitor came. */
  began: z.strictObject({ device: z.enum(DEVICES), referrer: z.string().max(253).optional() }).optional(),
  /** Only once in a visit: the visitor chose an option or answered a question. */
  started: z.literal(true).optional(),
  /** Steps that the visitor saw for the first time in this visit. */
  reached: steps,
  /** Steps that the visitor chose from the options of the step before, for the first time in this visit. */
  chosen: steps,
  /** Steps that the visitor left, each with the class of the time in which it was open and visible (`durationClass`). */
  stays: z.array(stay).max(MAX_ENTRIES).optional(),
  /** Errors that a field showed: step, property code of the field, and rule. Each only once in a visit. */
  errors: z
    .array(z.tuple([code, z.string().min(1).max(128), z.string().regex(/^\w{1,64}$/)]))
    .max(MAX_ENTRIES)
    .optional(),
  /** Texts for which the search of the form found nothing. */
  unfound: z.array(z.string().max(200)).max(20).optional(),
  /** The last step, if the visitor submitted a request. */
  sent: code.optional(),
  /** The open step, if the visitor hid or closed the page. */
  left: code.optional(),
  /**
   * What the report before said about a visitor who hid the page and came back: it does not count any more. After a reload
   * the time is unknown, and stays counted.
   */
  undo: z.strictObject({ left: code, stay: stay.optional() }).optional(),
})

export type VisitReport = z.infer<typeof visitReport>

/**
 * Endpoint to which the browser reports what happened in a visit. It requires no API key, because the browser sends the
 * report as a beacon, and a beacon cannot set headers.
 */
export const reportVisit = endpoint({
  method: 'POST',
  path: '/analytics/{customerCode}/visits',
  summary: 'Report what happened in a visit of a form since the last report, without anything that identifies the visitor',
  params: customerParams,
  query: z.object({}),
  body: visitReport,
  bodyLimit: 32_768,
  status: 202,
  answer: z.null(),
  errors: ['forms0001', 'forms0010', 'forms0045', 'http_malformed'],
})
