import { ERROR_STATUS } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import { phrases } from '@sportello/phrases'
import { z } from 'zod'
import { createDocument, type ZodOpenApiPathsObject, type ZodOpenApiResponsesObject } from 'zod-openapi'

const errorEntry = z.object({
  severity: z.enum(['low', 'medium', 'high']),
  data: z.object({ code: z.string(), params: z.array(z.string()), message: z.string(), field: z.string().optional(), redirect: z.string().optional() }),
})
const refusal = z.object({ success: z.literal(false), data: z.null(), errors: z.array(errorEntry) }).meta({ id: 'Refusal' })

/** Generates the OpenAPI 3.1 description of the API from the contract's endpoints. */
export function openApiDocument(serverUrl: string): object {
  const paths: ZodOpenApiPathsObject = {}
  for (const [operationId, endpoint] of Object.entries(endpoints)) {
    const responses: ZodOpenApiResponsesObject = {
      [`${endpoint.status}`]: {
        description: 'Done',
        content:
          'answerType' in endpoint
            ? { [endpoint.answerType]: { schema: z.string() } }
            : { 'application/json': { schema: z.object({ success: z.literal(true), data: endpoint.answer, errors: z.array(errorEntry) }) } },
      },
    }
    for (const status of new Set(endpoint.errors.map((code) => ERROR_STATUS[code]))) {
      const codes = endpoint.errors.filter((code) => ERROR_STATUS[code] === status)
      responses[`${status}`] = {
        description: codes.map((code) => `\`${code}\` ${phrases.en.errors[code]}`).join('\n\n'),
        content: { 'application/json': { schema: refusal } },
      }
    }
    const body = 'body' in endpoint ? endpoint.body : undefined
    const mediaType = 'bodyType' in endpoint && endpoint.bodyType === 'multipart' ? 'multipart/form-data' : 'application/json'
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: {
        operationId,
        tags: [tagOf(endpoint.path)],
        summary: endpoint.summary,
        requestParams: { path: endpoint.params, query: endpoint.query },
        ...(body && { requestBody: { required: true, content: { [mediaType]: { schema: body } } } }),
        ...(endpoint.role && { security: [{ apiKey: [], session: [] }] }),
        ...('withoutKey' in endpoint && { security: [] }),
        responses,
      },
    }
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Sportello',
      version: '2',
      description: 'Guided online request forms. Every call carries the header `X-Api-Key`; the management calls also carry an operator’s session.',
    },
    servers: [{ url: serverUrl }],
    security: [{ apiKey: [] }],
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'The key of the deployment, in its `API_KEY`.' },
        session: { type: 'http', scheme: 'bearer', description: 'The credential of an operator’s session; `cli admin link` prints one in its URL.' },
      },
    },
    paths,
    tags: [...new Set(Object.values(endpoints).map(({ path }) => tagOf(path)))].sort(byPart).map((name) => ({ name })),
  })
}

const MANAGEMENT = 'Management: '

/**
 * Returns the name of the group under which the API reference lists an endpoint: the visitors' endpoints, those that
 * ticket systems call, or the operators' endpoints for one kind of object.
 */
function tagOf(path: string): string {
  const [, first, noun = ''] = path.split('/')
  if (first === 'managements') return `${MANAGEMENT}${noun.replaceAll('-', ' ')}`
  return path.includes('/destinations/') ? 'Ticket systems' : 'Visitors'
}

/** Compares two URL paths of the API, so that the visitors' endpoints are sorted before the operators' endpoints. */
const byPart = (one: string, other: string) => Number(one.startsWith(MANAGEMENT)) - Number(other.startsWith(MANAGEMENT)) || one.localeCompare(other)
