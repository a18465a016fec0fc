import { z } from 'zod'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'
import { offeredOptions } from '../integrations/look-up-options.ts'

const none = z.object({})

const listedService = z.object({
  /** Code with which questions refer to the data source. */
  service: z.string(),
  kind: z.enum(['static', 'http']),
  /** The inputs that the data source accepts, each with its key and type. */
  inputs: z.array(z.object({ key: z.string(), type: z.string() })),
})

export type ListedService = z.infer<typeof listedService>

export const listServices = endpoint({
  method: 'GET',
  path: '/managements/services',
  summary: 'List the services that offer options to select questions, without their addresses',
  params: none,
  query: none,
  status: 200,
  answer: z.array(listedService),
  errors: MANAGEMENT_ERRORS,
  role: 'viewer',
  authoring: 'translator',
})

export const tryService = endpoint({
  method: 'POST',
  path: '/managements/services/{service}/trial',
  summary: 'Ask a service for its options, as a question of a form does',
  params: z.object({ service: z.string() }),
  query: none,
  /** Inputs for the data source, keyed as in `lookUpOptions`. */
  body: z.record(z.string(), z.unknown()),
  status: 200,
  answer: offeredOptions,
  errors: [
    ...MANAGEMENT_ERRORS,
    'forms_integrations0001',
    'forms_integrations0002',
    'forms_integrations0003',
    'forms_integrations0004',
    'forms_integrations0006',
    'http_not_found',
  ],
  role: 'operator',
  authoring: 'author',
})
