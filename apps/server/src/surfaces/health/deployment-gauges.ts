import type { DeploymentHealth } from '@sportello/contract'
import { Gauge, type Registry } from 'prom-client'
import type { RequestServices } from '../../requests/requests/services.ts'
import { readDeploymentHealth } from './deployment-health.ts'
import { replicaGauges } from './replica-gauges.ts'
import { visitGauges } from './visit-gauges.ts'

/** Time in milliseconds for which one reading of the deployment's state serves all scrapes of a process. */
const FRESH_MS = 10_000
/** Time in milliseconds after which a scrape no longer waits for the state. Prometheus waits 10 s by default. */
const WAIT_MS = 5_000

/**
 * Registers the gauges that describe the whole deployment. Each process reports them, so a rule takes their maximum over
 * the processes. Reading the registry brings them up to date. A gauge whose value is unknown has no sample, because
 * 0 would mean that all is well.
 */
export function deploymentGauges(services: RequestServices): void {
  const { registry } = services.metrics
  replicaGauges(services)
  visitGauges(services)
  const create = (name: string, help: string) => gauge(registry, { name, help, collect: refresh })
  const up = create('sportello_database_up', '1 if the process could read the state of the deployment from its database')
  const gauges = GAUGES.map(([name, help, read]) => ({ gauge: create(name, help), read }))
  // The reading that is under way. While one hangs, no other takes a connection.
  let reading: Promise<DeploymentHealth | undefined> | undefined
  // The refreshing that is under way. All gauges ask for one at the same time.
  let refreshing: Promise<void> | undefined
  let readAt = Number.NEGATIVE_INFINITY

  async function refresh(): Promise<void> {
    if (performance.now() - readAt < FRESH_MS) return
    refreshing ??= readAgain().finally(() => {
      refreshing = undefined
    })
    await refreshing
  }
  async function readAgain(): Promise<void> {
    // A visitor may be waiting for each of the connections for calls.
    reading ??= readDeploymentHealth(services, services.database.jobs)
      .catch(() => undefined)
      .finally(() => {
        reading = undefined
      })
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, WAIT_MS, undefined).unref())
    show(await Promise.race([reading, late]))
    readAt = performance.now()
  }
  function show(state: DeploymentHealth | undefined): void {
    up.set(state ? 1 : 0)
    for (const { gauge, read } of gauges) {
      const value = state && read(state)
      if (value === undefined || value === null) gauge.remove()
      else gauge.set(value)
    }
  }
}

/** Creates a gauge without a sample. prom-client gives a new gauge the value 0. */
function gauge(registry: Registry, options: { name: string; help: string; collect: () => Promise<void> }): Gauge {
  const made = new Gauge({ ...options, registers: [registry] })
  made.remove()
  return made
}

/** Gauges with their names, their descriptions and where their values come from. */
const GAUGES: readonly [name: string, help: string, read: (state: DeploymentHealth) => number | null][] = [
  ['sportello_mails_queued', 'Mails that wait to be sent', ({ mail }) => mail.queued],
  ['sportello_mails_retrying', 'Mails of which at least one attempt has failed', ({ mail }) => mail.retrying],
  ['sportello_mails_failed', 'Mails that no further attempt will send', ({ mail }) => mail.failed],
  ['sportello_deliveries_queued', 'Deliveries of tickets that wait', ({ deliveries }) => deliveries.queued],
  ['sportello_deliveries_failed', 'Deliveries of tickets that were given up', ({ deliveries }) => deliveries.failed],
  ['sportello_requests_failed', 'Requests that need attention: they or one of their deliveries have failed', ({ requests }) => requests.failed],
  ['sportello_jobs_waiting', 'Jobs that wait to run', ({ queue }) => queue.waiting],
  ['sportello_jobs_given_up', 'Jobs that no further attempt will run, which includes periodic ones', ({ queue }) => queue.given_up],
  ['sportello_job_delay_seconds', 'How long the oldest job is due', ({ queue }) => queue.oldest_s ?? 0],
  ['sportello_workers', 'Job runners that have reported in the last 30 seconds', ({ queue }) => queue.workers],
  ['sportello_storage_free_bytes', 'Free bytes on the disk of the data folder', ({ storage }) => storage.free_bytes],
  ['sportello_storage_bytes', 'Size of the disk of the data folder in bytes', ({ storage }) => storage.total_bytes],
  ['sportello_object_storage_up', '1 if the object storage can be reached', ({ object_storage: { reached } }) => (reached === null ? null : Number(reached))],
  ['sportello_virus_scanner_up', '1 if the virus scanner answers', ({ antivirus }) => (antivirus.configured ? Number(antivirus.version !== null) : null)],
  [
    'sportello_virus_signatures_seconds',
    'Age of the virus signatures',
    ({ antivirus: { signatures } }) => (signatures === null ? null : (Date.now() - Date.parse(signatures)) / 1_000),
  ],
  ['sportello_infected_files', 'Stored files in which malware was found', ({ antivirus }) => antivirus.found],
]
