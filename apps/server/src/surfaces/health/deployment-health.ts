import { statfs } from 'node:fs/promises'
import type { DeploymentHealth } from '@sportello/contract'
import { sql } from 'kysely'
import { acrossCustomers } from '../../platform/db/with-customer.ts'
import type { ScannerVersion } from '../../requests/attachments/rules.ts'
import { countDueForErasure } from '../../requests/requests/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'

const WARNED_DAYS = 7

/** Reads the state of the whole deployment from its database, disk, virus scanner and object storage. */
export async function readDeploymentHealth(services: RequestServices): Promise<DeploymentHealth> {
  const { config, database, virusScanner, attachments } = services
  const { rows: facts } = await acrossCustomers(database.kysely, (db) =>
    sql<Facts>`
      select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
        (select count(*) from mails where state = 'queued')::int as mails_queued,
        (select count(*) from mails where state = 'queued' and next_attempt_at is not null)::int as mails_retrying,
        (select count(*) from mails where state = 'failed')::int as mails_failed,
        (select extract(epoch from now() - min(created_at)) from mails where state = 'queued')::float8 as oldest_queued_s,
        (select count(*) from attachments where malware is not null)::int as infected,
        (select count(*) from deliveries where state = 'queued')::int as tickets_queued,
        (select count(*) from deliveries where state = 'queued' and next_attempt_at is not null)::int as tickets_retrying,
        (select count(*) from deliveries where state = 'dead')::int as tickets_failed,
        (select extract(epoch from now() - min(free_at)) from delivery_lanes where free_at <= now())::float8 as oldest_ticket_s,
        (select count(*) from requests where state = 'failed')::int as requests_failed,
        (select count(*) from requests where state = 'awaiting_confirmation')::int as requests_awaiting`.execute(db),
  )
  const { rows: jobs } = await database.owner.query<Jobs>(`
    select (count(*) filter (where attempts < max_attempts) + (select count(*) from outbox))::int as waiting,
      count(*) filter (where attempts >= max_attempts)::int as given_up,
      extract(epoch from now() - least((select min(run_at) from outbox where run_at <= now()), min(run_at) filter (where run_at <= now() and attempts < max_attempts)))::float8 as oldest_s,
      (select count(*) from worker_heartbeats where seen_at > now() - interval '30 seconds')::int as workers
    from graphile_worker.jobs`)
  const disk = await statfs(config.dataDir)
  const ending = await countDueForErasure(services, WARNED_DAYS)
  const [scanner, objects] = await Promise.all([virusScanner?.version().catch(() => undefined), objectStorageOf(attachments)])
  return { ...healthOf(config, facts[0], jobs[0], disk, ending), antivirus: antivirusOf(config, facts[0], scanner), object_storage: objects }
}

interface Facts {
  version: string
  bytes: number
  mails_queued: number
  mails_retrying: number
  mails_failed: number
  oldest_queued_s: number | null
  tickets_queued: number
  tickets_retrying: number
  tickets_failed: number
  oldest_ticket_s: number | null
  infected: number
  requests_failed: number
  requests_awaiting: number
}

interface Jobs {
  waiting: number
  given_up: number
  oldest_s: number | null
  workers: number
}

function healthOf(
  config: RequestServices['config'],
  facts: Facts | undefined,
  jobs: Jobs | undefined,
  disk: { bavail: number; blocks: number; bsize: number },
  ending: number,
): Omit<DeploymentHealth, 'antivirus' | 'object_storage'> {
  if (!facts || !jobs) throw new Error('the database gave no answer')
  return {
    database: { version: facts.version, bytes: facts.bytes },
    mail: {
      configured: config.smtpUrl !== undefined,
      queued: facts.mails_queued,
      retrying: facts.mails_retrying,
      failed: facts.mails_failed,
      oldest_queued_s: facts.oldest_queued_s,
    },
    deliveries: { queued: facts.tickets_queued, retrying: facts.tickets_retrying, failed: facts.tickets_failed },
    requests: { failed: facts.requests_failed, awaiting: facts.requests_awaiting, ending },
    queue: {
      ...jobs,
      waiting: jobs.waiting + facts.tickets_queued,
      oldest_s: jobs.oldest_s === null ? facts.oldest_ticket_s : Math.max(jobs.oldest_s, facts.oldest_ticket_s ?? 0),
    },
    storage: { free_bytes: disk.bavail * disk.bsize, total_bytes: disk.blocks * disk.bsize },
  }
}

async function objectStorageOf({ objectStorage }: RequestServices['attachments']): Promise<DeploymentHealth['object_storage']> {
  const reached = await objectStorage?.check().then(
    () => true,
    () => false,
  )
  return { configured: objectStorage !== undefined, reached: reached ?? null }
}

function antivirusOf(config: RequestServices['config'], facts: Facts | undefined, scanner: ScannerVersion | undefined): DeploymentHealth['antivirus'] {
  return {
    configured: config.clamdUrl !== undefined,
    version: scanner?.version ?? null,
    signatures: scanner?.signatures ?? null,
    found: facts?.infected ?? 0,
  }
}
