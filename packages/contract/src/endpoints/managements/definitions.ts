import { z } from 'zod'
import { code } from '../../form/code.ts'
import { MAX_VERSION_MESSAGE } from '../../form/draft-limits.ts'
import { LANGUAGES } from '../../language.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'

const none = z.object({})
const byTag = z.object({ code_tag: code })
/**
 * A form definition. The schema accepts any object, because the endpoint itself validates the definition and reports
 * each error with a JSON Pointer.
 */
const document = z.record(z.string(), z.unknown())
const publishing = { role: 'operator', authoring: 'publisher' } as const

const listedDefinition = z.object({
  code_tag: z.string(),
  description: z.string(),
  live_version: z.number().nullable(),
  /**
   * `asked` if a publication waits for a second person's approval, `planned` if it waits for its scheduled time; null
   * if no publication is waiting.
   */
  publication: z.enum(['asked', 'planned']).nullable(),
  /** True if the form definition has an unpublished draft. */
  draft: z.boolean(),
  steps: z.number(),
  /** Codes of the forms that use the form definition. */
  forms: z.array(z.string()),
  updated_at: z.string(),
  /**
   * Version of the form definition and its draft. The browser sends it in the request header `If-Match`, so that the
   * server can detect conflicts.
   */
  version: z.string(),
})

export type ListedDefinition = z.infer<typeof listedDefinition>

export const listDefinitions = endpoint({
  method: 'GET',
  path: '/managements/definitions',
  summary: 'List the definitions by code',
  params: none,
  query: none,
  status: 200,
  answer: z.array(listedDefinition),
  errors: MANAGEMENT_ERRORS,
  role: 'viewer',
  authoring: 'translator',
})

export const getDefinition = endpoint({
  method: 'GET',
  path: '/managements/definitions/{code_tag}',
  summary: 'Get a definition: the requested version, or its draft, or its live version if it has no draft',
  params: byTag,
  query: z.object({ version: z.coerce.number().int().min(1).optional() }),
  status: 200,
  answer: document,
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  role: 'viewer',
  authoring: 'translator',
})

export const getDefinitionSchema = endpoint({
  method: 'GET',
  path: '/managements/definition-schema',
  summary: 'Get the JSON Schema of a form definition, by which editors complete it',
  params: z.object({}),
  query: none,
  status: 200,
  answer: z.record(z.string(), z.unknown()),
  errors: MANAGEMENT_ERRORS,
  role: 'viewer',
  authoring: 'translator',
})

export const putDefinitionDraft = endpoint({
  method: 'PUT',
  path: '/managements/definitions/{code_tag}',
  summary: 'Save a draft of a definition; visitors still see the live version',
  params: byTag,
  query: none,
  body: document,
  bodyType: 'document',
  status: 200,
  answer: z.object({ code_tag: z.string(), version: z.string() }),
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'forms_mgmt0004', 'http_not_found'],
  role: 'operator',
  authoring: 'author',
})

const publishedVersion = z.object({
  version: z.number(),
  published_at: z.string(),
  /** User name of the operator who published the version; null if a command imported it. */
  published_by: z.string().nullable(),
  /** The operator's message about the version; null if there is none. */
  message: z.string().nullable(),
  /**
   * True if the version was urgent: visitors who had started with an earlier version could not submit that version any
   * more.
   */
  urgent: z.boolean(),
  live: z.boolean(),
  /** True if visitors have submitted requests with this version. */
  requests: z.boolean(),
})

export type PublishedVersion = z.infer<typeof publishedVersion>

const published = z.object({ code_tag: z.string(), live_version: z.number() })

export const publishDefinition = endpoint({
  method: 'POST',
  path: '/managements/definitions/{code_tag}/publish',
  summary: 'Publish the draft of a definition; a draft in which the checks find an error is refused',
  params: byTag,
  query: none,
  body: z
    .strictObject({
      message: z.string().trim().max(MAX_VERSION_MESSAGE).optional(),
      /** Code of the only language that is published; the others stay as they are live. Without it, the whole draft is published. */
      language: z.enum(LANGUAGES).optional(),
      /**
       * True if the version is urgent: visitors who have started with an earlier version cannot submit that version any
       * more.
       */
      urgent: z.boolean().optional(),
      /** Reason for publishing the draft although recorded tests fail. Required if any test fails. */
      test_reason: z.string().trim().min(1).max(MAX_VERSION_MESSAGE).optional(),
    })
    .optional(),
  status: 200,
  answer: published,
  errors: [...MANAGEMENT_ERRORS, 'http_not_found', 'forms_mgmt0004', 'forms0002'],
  ...publishing,
})

export const discardDefinitionDraft = endpoint({
  method: 'DELETE',
  path: '/managements/definitions/{code_tag}',
  summary: 'Delete the draft of a definition',
  params: byTag,
  query: none,
  status: 200,
  answer: z.object({}),
  errors: [...MANAGEMENT_ERRORS, 'forms_mgmt0002', 'forms_mgmt0004'],
  ...publishing,
})

export const listDefinitionVersions = endpoint({
  method: 'GET',
  path: '/managements/definitions/{code_tag}/versions',
  summary: 'List the published versions of a definition, newest first',
  params: byTag,
  query: none,
  status: 200,
  answer: z.array(publishedVersion),
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  role: 'viewer',
  authoring: 'translator',
})

export const rollBackDefinition = endpoint({
  method: 'POST',
  path: '/managements/definitions/{code_tag}/versions/{version}/restore',
  summary: 'Restore an earlier version as the live version, or ask for it where a second person must approve; the draft is kept',
  params: byTag.extend({ version: z.coerce.number().int().min(1) }),
  query: none,
  status: 200,
  /** `asked` is true if a second person must approve the publication before it becomes live. */
  answer: published.extend({ draft: z.boolean(), asked: z.boolean() }),
  errors: [...MANAGEMENT_ERRORS, 'http_not_found', 'forms_mgmt0004', 'forms0002'],
  ...publishing,
})

export const importManagedBundle = endpoint({
  method: 'POST',
  path: '/managements/bundle',
  summary: 'Import a bundle completely or not at all; each error names its JSON Pointer',
  params: none,
  query: none,
  body: document,
  bodyType: 'document',
  status: 200,
  answer: z.array(z.object({ kind: z.string(), name: z.string(), change: z.enum(['added', 'changed', 'left']) })),
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'http_too_large'],
  role: 'owner',
  wholeDeployment: true,
})

export const exportManagedBundle = endpoint({
  method: 'GET',
  path: '/managements/bundle',
  summary: 'Export the deployment or some of its forms as a bundle, without accounts and tokens',
  params: none,
  query: z.object({ forms: z.string().max(10_000).optional() }),
  status: 200,
  answer: z.unknown(),
  answerType: 'application/json',
  errors: MANAGEMENT_ERRORS,
  role: 'owner',
  wholeDeployment: true,
})
