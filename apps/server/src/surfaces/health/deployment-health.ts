import { statfs } from 'node:fs/promises'
import type { DeploymentHealth } from '@sportello/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/db/schema.ts'
import { acrossCustomers } from '../../platform/db/with-customer.ts'
import type { ScannerVersion } from '../../requests/attachments/rules.ts'
import { countDueForErasure } from '../../requests/requests/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'

const WARNED_DAYS = 7

/** Time in milliseconds after which a part of the deployment that does not answer counts as not reached. */
const PART_MS = 2_000
/** Time in milliseconds for the query of the jobs. The owner's connections have no timeout of their own. */
const JOBS_MS = 4_000

/**
 * Reads the state of the whole deployment from its database, disk, virus scanner and object storage.
 * @param connections for the counts: a call of the dashboard uses those for calls, which answer in time or fail
 */
export async function readDeploymentHealth(services: RequestServices, connections: Kysely<DB>): Promise<DeploymentHealth> {
  const { config, virusScanner, attachments } = services
  const [stored, disk, scanner, objects] = await Promise.all([
    readStored(services, connections),
    statfs(config.dataDir),
    virusScanner && inTime(virusScanner.version()),
    attachments.objectStorage && inTime(attachments.objectStorage.check().then(() => true)),
  ])
  return {
    ...healthOf(config, stored, disk),
    antivirus: antivirusOf(config, stored.facts, scanner),
    object_storage: { configured: attachments.objectStorage !== undefined, reached: attachments.objectStorage ? objects === true : null },
  }
}

/** Returns the answer of a part of the deployment; undefined if it fails, or does not come in time. */
function inTime<T>(answer: Promise<T>): Promise<T | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PART_MS, undefined).unref())
  return Promise.race([answer.catch(() => undefined), late])
}

interface Stored {
  facts: Facts
  jobs: Jobs
  ending: number
}

async function readStored(services: RequestServices, connections: Kysely<DB>): Promise<Stored> {
  const { database } = services
  const { rows: facts } = await acrossCustomers(connections, (db) =>
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
  // A running job waits no more. Its attempt is counted from its start, so it may look as if it had used them up.
  const query = {
    text: `
    select (count(*) filter (where attempts < max_attempts) + (select count(*) from outbox))::int as waiting,
      count(*) filter (where attempts >= max_attempts and locked_at is null)::int as given_up,
      extract(epoch from now() - least((select min(run_at) from outbox where run_at <= now()), min(run_at) filter (where run_at <= now() and attempts < max_attempts and locked_at is null)))::float8 as oldest_s,
      (select count(*) from worker_heartbeats where seen_at > now() - interval '30 seconds')::int as workers
    from graphile_worker.jobs`,
    query_timeout: JOBS_MS,
  }
  const { rows: jobs } = await database.owner.query<Jobs>(query)
  const ending = await countDueForErasure(services, WARNED_DAYS)
  if (!facts[0] || !jobs[0]) throw new Error('the database gave no answer')
  return { facts: facts[0], jobs: jobs[0], ending }
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
  { facts, jobs, ending }: Stored,
  disk: { bavail: number; blocks: number; bsize: number },
): Omit<DeploymentHealth, 'antivirus' | 'object_storage'> {
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

function antivirusOf(config: RequestServices['config'], facts: Facts, scanner: ScannerVersion | undefined): DeploymentHealth['antivirus'] {
  return {
    configured: config.clamdUrl !== undefined,
    version: scanner?.version ?? null,
    signatures: scanner?.signatures ?? null,
    found: facts.infected,
  }
}
