import { z } from 'zod'
import { code } from '../../form/code.ts'
import { LANGUAGES } from '../../language.ts'
import { SEES_VISITS } from '../../management.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'

/** A count of visits; null if it is hidden because it is below `HIDDEN_BELOW` and not zero. */
const count = z.number().int().min(0).nullable()

const totals = {
  visits: count,
  /** Visits in which the visitor chose an option or answered a question. */
  starts: count,
  /** Visits in which the visitor submitted a request. */
  sent: count,
  /** Requests that were stored, confirmed and whose ticket was opened, of all visitors. */
  requests: count,
  confirmed: count,
  tickets: count,
}

const step = z.object({
  /** Id of the step, which stays the same when the step is renamed or moved. */
  id: z.string(),
  /** Code, title and parent of the step in the live version; null if the live version does not have the step. */
  code_tag: z.string().nullable(),
  title: z.string().nullable(),
  parent: z.string().nullable(),
  /** Number of steps above the step. */
  level: z.number().int().nullable(),
  /** Visits that reached the step. */
  reached: count,
  /** Visits in which the visitor chose the step among the options of the step before. */
  chosen: count,
  /** Visits that ended at the step without a submission. */
  left: count,
  sent: count,
  /** Median and 90th percentile of the time in seconds in which the step was open and visible. */
  median_seconds: z.number().nullable(),
  p90_seconds: z.number().nullable(),
})

const fieldError = z.object({
  /** Id of the field; label and step in the live version, null if the live version does not have the field. */
  id: z.string(),
  label: z.string().nullable(),
  code_tag: z.string().nullable(),
  step_title: z.string().nullable(),
  /** Key of the broken rule, such as `campo_richiesto`. */
  rule: z.string(),
  count: z.number().int(),
})

/** `name` is null for those that are too rare to be shown, together. */
const named = z.object({ name: z.string().nullable(), count })

const visits = z.object({
  totals: z.object(totals),
  /** The totals of each day, or of each month if the period has more than `DAYS_OF_TREND` days. Days without visits are missing. */
  trend: z.array(z.object({ day: z.string(), version: z.number(), visits: count, sent: count, requests: count })),
  by: z.enum(['day', 'month']),
  /** Versions and languages of the form that were visited at any time. */
  versions: z.array(z.number()),
  languages: z.array(z.string()),
  steps: z.array(step),
  /** The most frequent error first; without those below `HIDDEN_BELOW`. */
  errors: z.array(fieldError),
  devices: z.array(named),
  /** Visits by the hour of the day in which they began, 0 to 23, in the form's time zone. */
  hours: z.array(count).length(24),
  referrers: z.array(named),
  searches: z.array(named),
})

export type Visits = z.infer<typeof visits>

/** Longest period in days of which the trend has a figure for each day. */
export const DAYS_OF_TREND = 100

const day = z.iso.date().regex(/^20/)

export const getVisits = endpoint({
  method: 'GET',
  path: '/managements/visits',
  summary: 'Get the figures of a form’s visits in a period: how far visitors came, where they left, and which fields showed errors',
  params: z.object({}),
  query: z
    .object({
      form: code,
      from: day,
      to: day,
      version: z.coerce.number().int().positive().max(2_147_483_646).optional(),
      language: z.enum(LANGUAGES).optional(),
    })
    .refine(({ from, to }) => from <= to, { message: 'ends before it begins', path: ['to'] }),
  status: 200,
  answer: visits,
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  ...SEES_VISITS,
})
