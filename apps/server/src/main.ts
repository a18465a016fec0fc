import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildApp } from './app.ts'
import { Catalog } from './catalogue/customers/catalog.ts'
import { type Config, ConfigError, readConfig } from './platform/config.ts'
import { followClock } from './platform/db/clock.ts'
import { type Database, openDatabase } from './platform/db/database.ts'
import { type EmbeddedDatabase, launchEmbedded } from './platform/db/embedded/launcher.ts'
import { migrate } from './platform/db/migrate.ts'
import { UnsafeConnection } from './platform/db/server-role.ts'
import { makeMetrics } from './platform/http/metrics.ts'
import { ERROR, exportMessage, INFO, setLogExport } from './platform/telemetry/log-export.ts'
import { setTracing } from './platform/telemetry/tracing.ts'
import { AttachmentStore } from './requests/attachments/store.ts'
import { makeServices } from './services.ts'
import { importBundle } from './surfaces/bundle/import-bundle.ts'
import { readBundleFile } from './surfaces/bundle/read-bundle.ts'
import { deploymentGauges } from './surfaces/health/deployment-gauges.ts'
import { startWorker } from './surfaces/jobs/worker.ts'
import { loadRenderer } from './surfaces/pages/renderer.ts'

// Ignores write errors of stdout and stderr, such as a full disk or a closed pipe. A log that cannot be written must
// not end the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

function say(message: string, level = INFO): void {
  process.stderr.write(`${message}\n`)
  exportMessage(message, level)
}

/**
 * Milliseconds after which a shutdown is forced. A graceful shutdown takes at most ten seconds after `DRAIN_SECONDS`;
 * process supervisors kill a process after thirty seconds.
 */
const STOP_MS = 25_000

/**
 * A part of the server process that must be closed when the process ends. The parts are closed in the reverse order of
 * their start.
 */
interface Closer {
  /** Name of this part of the server. If the part cannot be closed, a log line reports the name. */
  what: string
  close: () => Promise<unknown>
}

async function start(config: Config): Promise<Closer[]> {
  const closers: Closer[] = []
  try {
    // The parts are closed in reverse order. The exports come first, so that they also get what the shutdown writes.
    closers.push(...(await startExports(config.otlp)))
    const embedded: EmbeddedDatabase | undefined = config.databaseUrl === undefined ? await launchEmbedded(config.dataDir, say) : undefined
    if (embedded) closers.push({ what: 'the database', close: () => embedded.stop() })
    const database = openDatabase(embedded?.connection ?? { connectionString: config.databaseUrl }, say, {
      sizes: config.databasePools,
      replicas: config.databaseReplicas,
      ...(config.poolerUrl !== undefined && { pooler: { connectionString: config.poolerUrl } }),
    })
    closers.push({ what: 'the connections to the database', close: database.close })
    await database.verify()
    await migrate(database.owner, undefined, say)
    database.replicas.start()
    const clock = await followClock(database.pool)
    closers.push({ what: 'the clock', close: async () => clock.stop() })
    await loadDemo(database, config)
    const attachments = new AttachmentStore(config)
    await attachments.prepare(say)
    const endSweeping = attachments.startSweeping(say)
    closers.push({ what: 'the sweep', close: async () => endSweeping() })
    const catalog = new Catalog(database.kysely, database.listening, say, { replicas: database.replicas })
    await catalog.start()
    closers.push({ what: 'the catalog', close: () => catalog.stop() })
    const services = makeServices({ config, database, catalog, attachments, metrics: makeMetrics() }, say)
    closers.push({ what: 'the counts of visits', close: () => services.visitCounts.close() })
    if (config.otlp.metrics) {
      const { exportMetrics } = await import('./platform/telemetry/otlp-metrics.ts')
      // Processes that serve calls register the gauges with `/metrics`.
      if (config.role === 'worker') deploymentGauges(services)
      closers.push({ what: 'the metrics', close: await exportMetrics(services.metrics.registry, config.otlp.metrics, config.metricIntervalMs) })
    }
    if (config.role !== 'web') {
      const worker = await startWorker(services, say)
      closers.push({ what: 'the workers', close: worker.stop })
    }
    if (config.role !== 'worker') {
      const app = await buildApp(services, await loadRenderer())
      // Node takes the file descriptor if it is there; Fastify's type does not name it.
      const passed = config.openSocket === undefined ? {} : { fd: config.openSocket }
      await app.listen({ port: config.port, host: config.host, ...passed })
      closers.push({
        what: 'the answers',
        async close() {
          await services.drain.begin(config.drainMs)
          await app.close()
        },
      })
    }
    return closers
  } catch (error) {
    // Before the export of the log is closed.
    say(reasonOf(error), ERROR)
    await stop(closers)
    process.exit(1)
  }
}

/** Returns what an operator needs to know of an error: without a stack trace if it is no bug. */
function reasonOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof UnsafeConnection) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Starts the export of logs and traces. Without a collector, no code of OpenTelemetry is loaded. */
async function startExports({ logs, traces }: Config['otlp']): Promise<Closer[]> {
  const closers: Closer[] = []
  if (logs) {
    const { exportLogs } = await import('./platform/telemetry/otlp-logs.ts')
    const { write, close } = await exportLogs(logs)
    setLogExport(write)
    closers.push({ what: 'the logs', close })
  }
  if (traces) {
    const { exportTraces } = await import('./platform/telemetry/otlp-traces.ts')
    const tracing = await exportTraces(traces)
    setTracing(tracing)
    closers.push({ what: 'the traces', close: tracing.close })
  }
  return closers
}

async function loadDemo(database: Database, config: Config): Promise<void> {
  for (const name of config.demo) {
    const file = fileURLToPath(new URL(`../../../demo/${name}.yaml`, import.meta.url))
    const { bundle, faults } = await readBundleFile(file)
    if (!bundle) throw new Error(`${file}: ${faults.map((fault) => `${fault.pointer} ${fault.message}`).join('; ')}`)
    await importBundle(database.jobs, bundle, config)
  }
}

/** Closes the parts of the server process in reverse order, and removes each closed part from the list. */
async function stop(closers: Closer[]): Promise<void> {
  for (let last = closers.at(-1); last; last = closers.at(-1)) {
    await last.close().catch((error: unknown) => say(`while stopping ${last?.what}: ${error instanceof Error ? error.message : error}`))
    closers.pop()
  }
}

function banner(config: Config): void {
  const lines = ['', '  Sportello is running.', '']
  if (config.role === 'worker') lines.push('  This process runs jobs only.')
  else if (config.demo.length > 0) lines.push('  Try it:', ...config.demo.map((code) => `    ${config.publicUrl}/${code}`))
  else lines.push(`  Address: ${config.publicUrl}`)
  lines.push(
    '',
    config.smtpUrl === undefined ? '  Mails are kept, not sent. Read them with:  npm run -s cli -- mails' : '  Mails are sent by the configured SMTP server.',
  )
  lines.push(`  Data: ${config.dataDir}`, '', '  Stop with Ctrl-C.', '')
  process.stdout.write(`${lines.join('\n')}\n`)
}

try {
  const config = readConfig()
  const closers = await start(config)
  if (config.readyFile !== undefined) writeFileSync(config.readyFile, `${process.pid}\n`)
  banner(config)
  let stopping = false
  const end = () => {
    if (stopping) return
    stopping = true
    say('Stopping…')
    setTimeout(() => {
      say(`…it takes too long: what is still running is left behind (${closers.at(-1)?.what}).`)
      process.exit(1)
    }, config.drainMs + STOP_MS).unref()
    void stop(closers).then(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  // Stops the server when its parent process (scripts/start.mjs) is killed, because the channel to the parent then
  // closes.
  if (process.channel) process.on('disconnect', end)
} catch (error) {
  say(reasonOf(error), ERROR)
  process.exit(1)
}
