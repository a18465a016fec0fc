import { isEmailAddress } from '@sportello/fields'
import { z } from 'zod'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'
import { answerChange, requestMessage } from '../follow-up/follow-up.ts'
import { ticketState, ticketStateChange } from './ticket-states.ts'

const none = z.object({})

/**
 * The person whose data the owner searches for, identified by an e-mail address or by an Italian tax code in the
 * answers.
 */
const person = z
  .strictObject({
    email: z.string().trim().max(254).refine(isEmailAddress).optional(),
    tax_code: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9]{11,16}$/)
      .optional(),
  })
  .refine(({ email, tax_code }) => (email === undefined) !== (tax_code === undefined), { path: ['email'] })

const personalData = z.object({
  requests: z.array(
    z.object({
      ticket: z.string(),
      form: z.string(),
      state: z.string(),
      email: z.string().nullable(),
      created_at: z.string(),
      answers: z.record(z.string(), z.unknown()),
      further_questions: z.record(z.string(), z.unknown()).nullable(),
      accepted_terms: z.array(z.string()),
      attachments: z.array(z.object({ name: z.string(), media_type: z.string(), size: z.number() })),
      /** What ticket systems have reported of the request. */
      ticket_states: z.array(ticketState),
      ticket_state_changes: z.array(ticketStateChange),
      /** What the person did on the follow-up page, and the messages between the person and the office. */
      follow_up: z.object({
        withdrawn_at: z.string().nullable(),
        score: z.number().nullable(),
        comment: z.string().nullable(),
        messages: z.array(
          requestMessage.omit({ id: true, reply_to: true, files: true }).extend({
            /** Corrected answers, before and after; null if they cannot be decrypted any more. */
            changes: z.array(answerChange).nullable(),
          }),
        ),
      }),
    }),
  ),
  mails: z.array(z.object({ form: z.string(), kind: z.string(), recipient: z.string(), subject: z.string().nullable(), created_at: z.string() })),
  accounts: z.array(z.object({ form: z.string(), username: z.string(), email: z.string().nullable(), known: z.record(z.string(), z.unknown()) })),
  tokens: z.array(z.object({ form: z.string(), fields: z.record(z.string(), z.unknown()), known: z.record(z.string(), z.unknown()) })),
  /** The person's sessions and personal links that are still open or have ended within the last week. */
  sessions: z.array(
    z.object({
      form: z.string(),
      is_link: z.boolean(),
      known: z.record(z.string(), z.unknown()),
      created_at: z.string(),
      expires_at: z.string(),
      used_at: z.string().nullable(),
    }),
  ),
  /** Requests that the person has saved to go on later. Nobody can read their content without the mailed link. */
  saved_drafts: z.array(z.object({ form: z.string(), created_at: z.string(), saved_at: z.string(), expires_at: z.string() })),
})

export type PersonalData = z.infer<typeof personalData>

/** The search is a POST request, so that the person's e-mail address does not appear in a URL. */
export const findPersonalData = endpoint({
  method: 'POST',
  path: '/managements/personal-data/search',
  summary: 'Export all stored data of one person, for the right of access (GDPR, article 15)',
  params: none,
  query: none,
  body: person,
  status: 200,
  answer: personalData,
  errors: MANAGEMENT_ERRORS,
  role: 'operator',
})

const erased = z.object({ requests: z.number(), mails: z.number(), accounts: z.number(), tokens: z.number(), sessions: z.number(), saved_drafts: z.number() })

export type ErasedData = z.infer<typeof erased>

export const erasePersonalData = endpoint({
  method: 'POST',
  path: '/managements/personal-data/erase',
  summary: 'Erase all stored data of one person, with files and mails (GDPR, article 17)',
  params: none,
  query: none,
  body: person,
  status: 200,
  answer: erased,
  errors: MANAGEMENT_ERRORS,
  role: 'owner',
})
