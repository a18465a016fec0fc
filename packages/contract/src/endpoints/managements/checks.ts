import { z } from 'zod'
import { code } from '../../form/code.ts'
import { formParams } from '../../form/form-params.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'

const byTag = z.object({ code_tag: code })
const none = z.object({})

const knownForm = z.object({
  code: z.string(),
  active: z.boolean(),
  /** The form's own parameters, which override those of the definition; without secrets. */
  params: formParams,
  /** Names of the secret parameters that are set in the form. */
  secrets: z.array(z.string()),
  /** 1 if the form has login tokens, otherwise 0. */
  tokens: z.number().optional(),
  /** 1 if the form has accounts, otherwise 0. */
  accounts: z.number().optional(),
  /** Brand colour of the form's pages as #rrggbb. */
  color: z.string().optional(),
})

const knownTemplate = z.object({
  name: z.string(),
  lang_code: z.string(),
  /** The variables that the subject and the text use. */
  variables: z.array(z.string()),
})

const surroundings = z.object({
  /** Today's date in the deployment's time zone, YYYY-MM-DD. */
  today: z.string(),
  forms: z.array(knownForm).optional(),
  /** Codes of the data sources. */
  services: z.array(z.string()).optional(),
  templates: z.array(knownTemplate).optional(),
  /** Limits of the deployment for the files of a request, in KB of 1,024 bytes. */
  files: z.object({ fileKb: z.number(), requestKb: z.number() }).optional(),
  /** Days for which requests are kept if a form sets no retention; null for ever. */
  retentionDays: z.number().nullable().optional(),
  /** Names of the secret parameters of the definition that are set but not shown. */
  secrets: z.array(z.string()).optional(),
})

/**
 * What the deployment around a form definition offers. A member that is absent is not known, and the checks that need
 * it report nothing: a definition in a file can be checked without a deployment.
 */
export type Surroundings = z.infer<typeof surroundings>
export type KnownForm = z.infer<typeof knownForm>
export type KnownTemplate = z.infer<typeof knownTemplate>

const finding = z.object({
  /** Id of the check. */
  check: z.string(),
  /** An error stops the publication, a warning should be confirmed, a hint is only shown. */
  severity: z.enum(['error', 'warning', 'hint']),
  /** JSON Pointer to the place in the definition. */
  pointer: z.string(),
  /** The fault in words, in the language of the request. */
  message: z.string(),
  /** Id of the step; `root` for the whole form. */
  step: z.string(),
  /** Id of the field; null for a fault of the step itself. */
  field: z.string().nullable(),
})

export type ReportedFinding = z.infer<typeof finding>

export const checkDefinition = endpoint({
  method: 'GET',
  path: '/managements/definitions/{code_tag}/check',
  summary: 'Check a definition: its draft, or its live version if it has no draft; the faults in the order of the form',
  params: byTag,
  query: none,
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
