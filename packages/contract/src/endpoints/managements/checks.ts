import { z } from 'zod'
import { code } from '../../form/code.ts'
import { formParams } from '../../form/form-params.ts'
import { LANGUAGES } from '../../language.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'

const byTag = z.object({ code_tag: code })
const none = z.object({})

const knownForm = z.object({
  code: z.string(),
  active: z.boolean(),
  /** Parameters that the form itself sets. They override those of the definition, and contain no secrets. */
  params: formParams,
  /** Names of the secret parameters that the form sets. */
  secrets: z.array(z.string()),
  /** 1 if the form has login tokens, 0 if it has none. */
  tokens: z.number().optional(),
  /** 1 if the form has accounts, 0 if it has none. */
  accounts: z.number().optional(),
  /** Main colour of the form's pages, as #rrggbb. */
  color: z.string().optional(),
})

const knownTemplate = z.object({
  name: z.string(),
  lang_code: z.string(),
  /** The variables that the mail template uses in its subject and text. */
  variables: z.array(z.string()),
})

const surroundings = z.object({
  /** Today's date in the deployment's time zone, YYYY-MM-DD. */
  today: z.string(),
  forms: z.array(knownForm).optional(),
  /** Codes of the data sources that exist in the deployment. */
  services: z.array(z.string()).optional(),
  templates: z.array(knownTemplate).optional(),
  /** The deployment's limits for the files of a request, in KB of 1,024 bytes. */
  files: z.object({ fileKb: z.number(), requestKb: z.number() }).optional(),
  /** Number of days for which requests are kept if the form sets no retention period; null means for ever. */
  retentionDays: z.number().nullable().optional(),
  /** Names of the secret parameters that the definition sets. Their values are not shown. */
  secrets: z.array(z.string()).optional(),
})

/**
 * What the checks need to know about the deployment that uses a form definition. If a property is missing, the checks
 * that
 * need it report nothing. A definition in a file can therefore be checked without a deployment.
 */
export type Surroundings = z.infer<typeof surroundings>
export type KnownForm = z.infer<typeof knownForm>
export type KnownTemplate = z.infer<typeof knownTemplate>

const finding = z.object({
  /** Id of the check that found the problem. */
  check: z.string(),
  /** An error prevents the publication, a warning must be confirmed, and a hint is only shown. */
  severity: z.enum(['error', 'warning', 'hint']),
  /** JSON Pointer to the place of the problem in the definition. */
  pointer: z.string(),
  /** Description of the problem, in the language of the API call. */
  message: z.string(),
  /** Id of the step that has the problem; `root` for the whole form. */
  step: z.string(),
  /** Id of the field that has the problem; null if the step itself has it. */
  field: z.string().nullable(),
})

export type ReportedFinding = z.infer<typeof finding>

export const checkDefinition = endpoint({
  method: 'GET',
  path: '/managements/definitions/{code_tag}/check',
  summary: 'Check a definition: its draft, or its live version if it has no draft; the faults in the order of the form',
  params: byTag,
  /** `language`: checks the live version with only this language from the draft, as its publication would make it. */
  query: z.object({ language: z.enum(LANGUAGES).optional() }),
  status: 200,
  answer: z.array(finding),
  errors: [...MANAGEMENT_ERRORS, 'http_not_found', 'forms0002'],
  role: 'viewer',
  authoring: 'translator',
})

export const getSurroundings = endpoint({
  method: 'GET',
  path: '/managements/definitions/{code_tag}/surroundings',
  summary: 'Get what the checks of a definition must know about the deployment, without secrets',
  params: byTag,
  query: none,
  status: 200,
  answer: surroundings,
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  role: 'viewer',
  authoring: 'translator',
})
