import { z } from 'zod'
import { AUTH_TYPES } from '../../form/auth-type.ts'
import { code } from '../../form/code.ts'
import { IMPACT_COUNTED } from '../../form/impact-limits.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'

/** Maximum number of forms that are named. */
export const IMPACT_NAMED = 20

const impact = z.object({
  /** Requests of the forms that are not yet processed, expired or cancelled. */
  requests: z.number(),
  /** Visitors' open sessions of the forms: visitors who may be filling one in. */
  sessions: z.number(),
  /** Personal links of the forms that visitors can still open. */
  links: z.number(),
  /** Accounts of the forms that are not disabled. */
  accounts: z.number(),
  /** Tokens of the forms that can still be used. */
  tokens: z.number(),
  /** Credentials of partners that are not revoked. */
  credentials: z.number(),
  mappings: z.number(),
  /** Codes of the forms that use the mail template (in their own setting or by their definition), or the definition. */
  used_by: z.array(z.string()),
  /** Number of these forms, of which `used_by` names the first ones. */
  uses: z.number(),
  /** Access modes of a definition's live version that its draft no longer has. */
  removed_modes: z.array(z.enum(AUTH_TYPES)),
  /** Whether a definition's draft switches off the captcha of the live version. */
  captcha_off: z.boolean(),
})

export type Impact = z.infer<typeof impact>

export const getImpact = endpoint({
  method: 'GET',
  path: '/managements/impact',
  summary: `Count what a change of a form, the publication of a draft, or the deletion of a mail template affects; each kind is counted up to ${IMPACT_COUNTED}`,
  params: z.object({}),
  query: z
    .object({ form: code.optional(), definition: code.optional(), template: z.string().min(1).max(128).optional() })
    .refine((named) => Object.values(named).filter((name) => name !== undefined).length === 1, { message: 'names a form, a definition or a template' }),
  status: 200,
  answer: impact,
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  role: 'operator',
  authoring: 'publisher',
})
