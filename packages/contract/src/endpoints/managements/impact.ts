import { z } from 'zod'
import { AUTH_TYPES } from '../../form/auth-type.ts'
import { code } from '../../form/code.ts'
import { IMPACT_COUNTED } from '../../form/impact-limits.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'

/** Maximum number of forms that the report on the impact of a change names. */
export const IMPACT_NAMED = 20

const impact = z.object({
  /** Number of requests of the affected forms that are not yet processed, expired or cancelled. */
  requests: z.number(),
  /** Number of open visitor sessions in the affected forms; these visitors may be filling in a form. */
  sessions: z.number(),
  /** Number of personal links of the affected forms that visitors can still open. */
  links: z.number(),
  /** Number of accounts of the affected forms that are not disabled. */
  accounts: z.number(),
  /** Number of login tokens of the affected forms that visitors can still use. */
  tokens: z.number(),
  /** Number of partners' credentials for the affected forms that are not revoked. */
  credentials: z.number(),
  mappings: z.number(),
  /**
   * Codes of the forms that use the changed mail template or definition. A form uses a mail template through its own
   * setting or through its definition.
   */
  used_by: z.array(z.string()),
  /** Number of forms that use the changed mail template or definition; `used_by` contains the first of them. */
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
