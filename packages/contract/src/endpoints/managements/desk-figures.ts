import { z } from 'zod'
import { DAYS_OF_DESK, DESK_AGES, MAX_DESK_FORMS } from '../../request/desk.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'

const count = z.number().int().min(0)

/** Open requests of one name, the most frequent first. The name is null for all further ones together; nobody's name is empty. */
const named = z.array(z.object({ name: z.string().nullable(), count }))

/** How many requests took how long, in seconds; null if there are none. */
const duration = z.object({ count, median_seconds: z.number().nullable(), p90_seconds: z.number().nullable() })

const figures = z.object({
  /** Requests that are open now. Their age is counted from when they were sent, in the classes `DESK_AGES`. */
  open: z.object({
    total: count,
    overdue: count,
    median_hours: z.number().nullable(),
    ages: z.array(count).length(DESK_AGES.length),
    forms: named,
    assignees: named,
    states: named,
  }),
  /** All days of the period, in order. */
  days: z.array(z.object({ day: z.string(), arrived: count, closed: count })),
  /** Time until an operator first did something, of the requests that arrived in the period. */
  first: duration,
  /** Time until closing, of the requests that were closed in the period. */
  closing: duration,
})

export type DeskFigures = z.infer<typeof figures>

const day = z.iso.date().regex(/^20/)

export const getDeskFigures = endpoint({
  method: 'GET',
  path: '/managements/desk/figures',
  summary: `Get the figures of the desk: what is open now, and what arrived and was closed in a period of up to ${DAYS_OF_DESK} days, of all forms or of some`,
  params: z.object({}),
  query: z
    .object({
      from: day,
      to: day,
      /** Codes of forms, separated by commas. */
      forms: z
        .string()
        .max(MAX_DESK_FORMS * 65)
        .transform((listed) => listed.split(',').filter((code) => code !== ''))
        .refine((listed) => listed.length <= MAX_DESK_FORMS, { message: 'names too many forms' })
        .optional(),
    })
    .refine(({ from, to }) => from <= to, { message: 'ends before it begins', path: ['to'] })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < DAYS_OF_DESK * 86_400_000, { message: 'is too long a period', path: ['to'] }),
  status: 200,
  answer: figures,
  errors: MANAGEMENT_ERRORS,
  role: 'viewer',
  desk: 'supervisor',
})
