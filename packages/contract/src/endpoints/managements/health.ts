import { z } from 'zod'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'

const none = z.object({})

const deploymentHealth = z.object({
  database: z.object({ version: z.string(), bytes: z.number() }),
  mail: z.object({ configured: z.boolean(), queued: z.number(), retrying: z.number(), failed: z.number(), oldest_queued_s: z.number().nullable() }),
  /** Of tickets to the destinations of forms; `retrying` have failed at least once and wait for their next try. */
  deliveries: z.object({ queued: z.number(), retrying: z.number(), failed: z.number() }),
  /** `ending`: so many are erased within a week, at the end of their retention. */
  requests: z.object({ failed: z.number(), awaiting: z.number(), ending: z.number() }),
  queue: z.object({ waiting: z.number(), given_up: z.number(), oldest_s: z.number().nullable(), workers: z.number() }),
  storage: z.object({ free_bytes: z.number(), total_bytes: z.number() }),
  /** Where attachments are kept, if not on the disk; `reached` is null where there is none. */
  object_storage: z.object({ configured: z.boolean(), reached: z.boolean().nullable() }),
  /** `version` is null where the scanner does not answer, `signatures` where it does not say of when they are; `found` counts files. */
  antivirus: z.object({ configured: z.boolean(), version: z.string().nullable(), signatures: z.string().nullable(), found: z.number() }),
})

export type DeploymentHealth = z.infer<typeof deploymentHealth>

export const getDeploymentHealth = endpoint({
  method: 'GET',
  path: '/managements/health',
  summary: 'How the deployment is: database, mail, queue, storage, object storage, antivirus',
  params: none,
  query: none,
  status: 200,
  answer: deploymentHealth,
  errors: MANAGEMENT_ERRORS,
  role: 'viewer',
  wholeDeployment: true,
})

/** What waits for a person or fails again and again, of the forms in reach; each counted up to 10,000. */
const attention = z.object({ requests: z.number(), deliveries: z.number(), mails: z.number() })

export type Attention = z.infer<typeof attention>

export const getAttention = endpoint({
  method: 'GET',
  path: '/managements/attention',
  summary: 'How many requests have failed, and how many deliveries and mails fail or were given up',
  params: none,
  query: none,
  status: 200,
  answer: attention,
  errors: MANAGEMENT_ERRORS,
  role: 'viewer',
})
