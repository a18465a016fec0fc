import { z } from 'zod'
import { code } from '../../form/code.ts'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'

const none = z.object({})
/** A text in several languages, keyed by language code. */
const texts = z.record(z.string(), z.string())

const startingForm = z.object({
  /** Name of the form template, which is also the code of its definition. */
  name: z.string(),
  titles: texts,
  descriptions: texts,
  /** Number of steps in each language, including the language step. */
  steps: z.number(),
  /** Language codes in the order in which the form lists them. The first language is the main language. */
  languages: z.array(z.string()),
})

export type StartingForm = z.infer<typeof startingForm>

export const listStartingForms = endpoint({
  method: 'GET',
  path: '/managements/gallery',
  summary: 'List the starting forms, which authors copy to begin a definition',
  params: none,
  query: none,
  status: 200,
  answer: z.array(startingForm),
  errors: MANAGEMENT_ERRORS,
  role: 'viewer',
  authoring: 'author',
  wholeDeployment: true,
})

export const getStartingForm = endpoint({
  method: 'GET',
  path: '/managements/gallery/{name}',
  summary: 'Get the definition of a starting form',
  params: z.object({ name: code }),
  query: none,
  status: 200,
  answer: z.record(z.string(), z.unknown()),
  errors: [...MANAGEMENT_ERRORS, 'http_not_found'],
  role: 'viewer',
  authoring: 'author',
  wholeDeployment: true,
})
