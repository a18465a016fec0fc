import { z } from 'zod'
import { AUTH_TYPES } from '../../form/auth-type.ts'
import { code } from '../../form/code.ts'
import { IMPACT_COUNTED } from '../../form/impact-limits.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'

/** Maximum number of forms whose codes are listed in the report on the impact of a change. */
export const IMPACT_NAMED = 20

const impact = z.object({
  /**
   * Number of open requests in the affected forms. Requests that were processed, have expired or were cancelled are not
   * counted.
   */
  requests: z.number(),
  /** Number of open visitor sessions in the affected forms. These visitors may be filling in a form at the moment. */
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
   * Codes of the forms that use the mail template or definition to be changed. A form can use a mail template through
   * its own settings or through its definition.
   */
  used_by: z.array(z.string()),
  /**
   * Number of forms that use the mail template or definition to be changed; `used_by` contains only the first of them.
   */
  uses: z.number(),
  /** Access modes that the live version of a definition has and its draft does not. */
  removed_modes: z.array(z.enum(AUTH_TYPES)),
  /** True if the draft of a definition switches off the captcha that the live version has. */
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
