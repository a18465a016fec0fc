import { z } from 'zod'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'

const none = z.object({})

const deploymentHealth = z.object({
  database: z.object({ version: z.string(), bytes: z.number() }),
  mail: z.object({ configured: z.boolean(), queued: z.number(), retrying: z.number(), failed: z.number(), oldest_queued_s: z.number().nullable() }),
  /**
   * Numbers of ticket deliveries to the forms' destinations. `retrying` counts the deliveries that have failed at least
   * once and will be retried.
   */
  deliveries: z.object({ queued: z.number(), retrying: z.number(), failed: z.number() }),
  /**
   * Numbers of requests. `ending` counts the requests that the server will erase within a week, because their retention
   * period ends.
   */
  requests: z.object({ failed: z.number(), awaiting: z.number(), ending: z.number() }),
  queue: z.object({ waiting: z.number(), given_up: z.number(), oldest_s: z.number().nullable(), workers: z.number() }),
  storage: z.object({ free_bytes: z.number(), total_bytes: z.number() }),
  /**
   * State of the external object storage for attachments. `reached` is true if the server could reach it, and null if
   * the deployment does not use object storage.
   */
  object_storage: z.object({ configured: z.boolean(), reached: z.boolean().nullable() }),
  /**
   * State of the virus scanner. `version` is null if the scanner does not respond; `signatures` is null if the scanner
   * does not report the date of its signatures; `found` is the number of infected files.
   */
  antivirus: z.object({ configured: z.boolean(), version: z.string().nullable(), signatures: z.string().nullable(), found: z.number() }),
})

export type DeploymentHealth = z.infer<typeof deploymentHealth>

export const getDeploymentHealth = endpoint({
  method: 'GET',
  path: '/managements/health',
  summary: 'Get the health of database, mail, queue, storage, object storage and antivirus',
  params: none,
  query: none,
  status: 200,
  answer: deploymentHealth,
  errors: MANAGEMENT_ERRORS,
  role: 'viewer',
  wholeDeployment: true,
})

/**
 * Numbers of items that have failed or are being retried in the forms that the operator may manage. Each number is
 * counted only up to 10,000.
 */
const attention = z.object({ requests: z.number(), deliveries: z.number(), mails: z.number() })

export type Attention = z.infer<typeof attention>

export const getAttention = endpoint({
  method: 'GET',
  path: '/managements/attention',
  summary: 'Count failed requests, and deliveries and mails that fail or were given up',
  params: none,
  query: none,
  status: 200,
  answer: attention,
  errors: MANAGEMENT_ERRORS,
  role: 'viewer',
})
