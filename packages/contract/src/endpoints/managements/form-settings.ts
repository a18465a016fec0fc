import { z } from 'zod'
import { MAX_ASSET_BYTES } from '../../form/asset.ts'
import { AUTH_TYPES } from '../../form/auth-type.ts'
import { CLIENT_URL_PATTERN } from '../../form/client-url.ts'
import { formSetting } from '../../form/form-setting.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'
import { formParams } from './managed-form.ts'
import { sortBy } from './sort.ts'

const none = z.object({})
const record = z.record(z.string(), z.unknown())

/**
 * The settings of a form in the format in which operators send them. If a secret is missing, the server keeps the
 * stored secret; an empty secret deletes it.
 */
const sentForm = formSetting
  .omit({ mappings: true })
  .extend({
    description: z.string().trim().min(1).max(1_000),
    client_url: z.string().regex(CLIENT_URL_PATTERN, 'must be an address that begins with http:// or https://'),
  })
  .refine(({ templateParams }) => templateParams.name !== '', { path: ['templateParams', 'name'], message: 'must not be empty' })

/**
 * Maximum size in bytes of a request body that saves the settings of a form. It is large enough for three pictures in
 * base64 and the other settings.
 */
const FORM_BODY_BYTES = 4 * MAX_ASSET_BYTES + 1_048_576

/** The settings of a form in the format in which the API returns them: only the names of secrets are included. */
const shownForm = z.object({
  id: z.string(),
  code_form: z.string(),
  description: z.string(),
  code_tag: z.string(),
  client_url: z.string(),
  active: z.boolean(),
  params: record,
  logoParams: z.array(record),
  templateParams: z.object({ name: z.string(), params: record }),
  liveChatParams: record,
  survey_no_recompile: z.boolean().optional(),
  /** Names of the secrets that are set, such as `sso_secret_aes` and `secret`. Their values are never returned. */
  secrets: z.array(z.string()),
  /**
   * The access modes that apply to the form: those that the form sets itself or, if it sets none, those of its
   * definition.
   */
  auth_type: z.array(z.enum(AUTH_TYPES)),
  /** True if the form's definition (`code_tag`) has a published version. */
  tag_exists: z.boolean(),
  version: z.string(),
})

export type SentForm = z.input<typeof sentForm>
export type SentFormOutput = z.output<typeof sentForm>
export type ShownForm = z.infer<typeof shownForm>

/**
 * Query parameters of the list of forms. A form matches a filter if its value contains the filter text, ignoring case.
 * Without `page` the response contains all matching forms. The response header `X-Total-Count` contains their number.
 */
const formsQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
  size: z.coerce.number().int().min(1).max(500).default(50),
  code: z.string().max(200).optional(),
  description: z.string().max(200).optional(),
  tag: z.string().max(200).optional(),
  auth: z.string().max(200).optional(),
  sort: sortBy('code', 'description', 'tag', 'maintenance'),
})

export const listForms = endpoint({
  method: 'GET',
  path: '/managements/settings/forms',
  summary: 'List the form settings by code',
  params: none,
  query: formsQuery,
  status: 200,
  answer: z.array(shownForm),
  errors: MANAGEMENT_ERRORS,
  role: 'viewer',
  authoring: 'author',
})

export const getForm = endpoint({
  method: 'GET',
  path: '/managements/settings/forms/{id}',
  summary: 'Get a form setting',
  params: formParams,
  query: none,
  status: 200,
  answer: shownForm,
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  role: 'viewer',
  authoring: 'author',
})

export const addForm = endpoint({
  method: 'POST',
  path: '/managements/settings/forms',
  summary: 'Add a form setting',
  params: none,
  query: none,
  body: sentForm,
  bodyLimit: FORM_BODY_BYTES,
  status: 201,
  answer: shownForm,
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'forms_mgmt0003'],
  role: 'operator',
})

export const editForm = endpoint({
  method: 'PUT',
  path: '/managements/settings/forms/{id}',
  summary: 'Change a form setting',
  params: formParams,
  query: none,
  body: sentForm,
  bodyLimit: FORM_BODY_BYTES,
  status: 200,
  answer: shownForm,
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'forms_mgmt0004', 'http_not_found'],
  role: 'operator',
})

export const deleteForm = endpoint({
  method: 'DELETE',
  path: '/managements/settings/forms/{id}',
  summary: 'Delete a form setting that has no requests',
  params: formParams,
  query: none,
  status: 200,
  answer: z.object({}),
  errors: [...MANAGEMENT_ERRORS, 'forms_mgmt0002', 'forms_mgmt0004'],
  role: 'operator',
})

/** A definition that an operator can select for a form (administrator specification, section 3: "Tag form"). */
const tagForm = z.object({
  value: z.string(),
  class: z.string(),
  description: z.string(),
  form_params: record.and(z.object({ auth_type: z.array(z.string()) })),
})

export type TagForm = z.infer<typeof tagForm>

export const listTagForms = endpoint({
  method: 'GET',
  path: '/managements/settings/forms/tags',
  summary: 'List the definitions that a form can refer to, with their parameters',
  params: none,
  query: none,
  status: 200,
  answer: z.array(tagForm),
  errors: MANAGEMENT_ERRORS,
  role: 'viewer',
  authoring: 'author',
})
