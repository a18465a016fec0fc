import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Envelope } from '@sportello/contract'
import type { FastifyInstance } from 'fastify'
import { Client } from 'pg'
import { inject } from 'vitest'
import { buildApp } from '../src/app.ts'
import { Catalog } from '../src/catalogue/customers/catalog.ts'
import { type Config, readConfig } from '../src/platform/config.ts'
import { type Database, openDatabase } from '../src/platform/db/database.ts'
import { SERVER_ROLE } from '../src/platform/db/server-role.ts'
import { makeMetrics } from '../src/platform/http/metrics.ts'
import { AttachmentStore } from '../src/requests/attachments/store.ts'
import { makeServices, type Services } from '../src/services.ts'
import { importBundle } from '../src/surfaces/bundle/import-bundle.ts'
import { readBundle } from '../src/surfaces/bundle/read-bundle.ts'
import { startWorker } from '../src/surfaces/jobs/worker.ts'
import type { BuiltPage, PageRenderer } from '../src/surfaces/pages/renderer.ts'
import { POOLED_PASSWORD, TEMPLATE } from './database-cluster.ts'

const quiet = () => {}

/**
 * Copies the migrated template database for one test file. `drop` deletes the copy; it fails if there are still open
 * connections to the copy.
 */
export async function cloneDatabase(): Promise<{
  database: Database
  connection: { host: string; user: string; password: string; database: string }
  drop: () => Promise<void>
}> {
  const cluster = inject('cluster')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = new Client({ ...cluster, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name} template ${TEMPLATE}`)
  const { host, user, password } = cluster
  const connection = { host, user, password, database: name }
  const database = openDatabase(connection, quiet, poolerOf(name))
  return {
    database,
    connection,
    async drop() {
      await database.close()
      // PgBouncer keeps its connections for some seconds.
      await admin.query(`drop database ${name}${cluster.poolerPort === undefined ? '' : ' with (force)'}`)
      await admin.end()
    },
  }
}

/** Returns how a test server reaches its database through PgBouncer, if the tests run behind it. */
function poolerOf(database: string) {
  const { poolerPort: port } = inject('cluster')
  return port === undefined ? {} : { pooler: { host: '127.0.0.1', port, user: SERVER_ROLE, password: POOLED_PASSWORD, database } }
}

/** Opens connections to the database of another test server. */
async function connectBeside({ database: { owner } }: Pick<TestServer, 'database'>) {
  const { host, user, password, database: name } = owner.options as { host: string; user: string; password: string; database: string }
  const database = openDatabase({ host, user, password, database: name }, quiet, poolerOf(name))
  return { database, drop: () => database.close() }
}

/** A page renderer for tests that need no pages. It redirects every page to the not-found page. */
const noPages: PageRenderer['render'] = async () => ({ redirect: '/notfound' })

/** A complete server on a free port with its own database and data folder. */
export interface TestServer {
  app: FastifyInstance
  services: Services
  database: Database
  dataDir: string
  url: string
  /** Calls the API of the test server with the API key. The URL path is relative to the API's base path. */
  call: <T = unknown>(method: string, path: string, init?: RequestInit) => Promise<{ status: number; headers: Headers; body: Envelope<T> }>
  /** Imports a bundle and invalidates the test server's cache, so that the next response shows the imported form. */
  load: (bundle: unknown) => Promise<void>
  close: () => Promise<void>
}

/**
 * A bundle with the system setting for the daily limit of mails to one address. Used by tests that would exceed the
 * default.
 */
export const MANY_MAILS = { settings: [{ code: 'unconfirmed_mails', value: '1000000' }] }

export async function startTestServer(
  options: {
    worker?: boolean
    env?: Record<string, string>
    render?: PageRenderer['render']
    /** Folder of the files below /assets. By default there are none. */
    assetsFolder?: string
    dashboard?: BuiltPage
    review?: BuiltPage
    viewer?: BuiltPage
    /**
     * Another test server, which must be closed first. The new test server uses its database and secret key, as a
     * second
     * process of the same deployment would.
     */
    beside?: Pick<TestServer, 'database'> & Partial<Pick<TestServer, 'services'>>
  } = {},
): Promise<TestServer> {
  const clone = options.beside ? await connectBeside(options.beside) : await cloneDatabase()
  const { database } = clone
  const dataDir = options.env?.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'sportello-data-')))
  const config: Config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    PUBLIC_URL: 'http://sportello.example',
    API_KEY: 'test-key',
    LOG_LEVEL: 'silent',
    ...(options.beside?.services && { SECRET_KEY: options.beside.services.config.secretKey }),
    ...options.env,
  })
  const attachments = new AttachmentStore(config)
  await attachments.prepare()
  const catalog = new Catalog(database.kysely, database.listening, quiet)
  await catalog.start()
  const services = makeServices({ config, database, catalog, attachments, metrics: makeMetrics() })
  const assetsFolder = options.assetsFolder ?? join(dataDir, 'assets')
  await mkdir(assetsFolder, { recursive: true })
  const app = await buildApp(services, {
    render: options.render ?? noPages,
    assetsFolder,
    ...(options.dashboard && { dashboard: options.dashboard }),
    ...(options.review && { review: options.review }),
    ...(options.viewer && { viewer: options.viewer }),
  })
  // `fetch` does not repeat a call if the server closes the idle connection at the same moment, as after a pause of the
  // machine. In a test, only the client closes idle connections.
  app.server.keepAliveTimeout = 0
  await app.listen({ port: 0, host: '127.0.0.1' })
  const worker = options.worker ? await startWorker(services, quiet) : undefined
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return {
    app,
    services,
    database,
    dataDir,
    url,
    async call<T>(method: string, path: string, init: RequestInit = {}) {
      const response = await fetch(`${url}/forms-service/rs/v2${path}`, {
        method,
        ...init,
        headers: { 'X-Api-Key': 'test-key', 'Accept-Language': 'it', ...init.headers },
      })
      return { status: response.status, headers: response.headers, body: (await response.json()) as Envelope<T> }
    },
    async load(document) {
      const { bundle, faults } = await readBundle(document, dataDir)
      if (!bundle) throw new Error(JSON.stringify(faults))
      await importBundle(database.kysely, bundle, config)
      catalog.forget()
    },
    async close() {
      await worker?.stop()
      await app.close()
      await services.visitCounts.close()
      await catalog.stop()
      await clone.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
