import { randomBytes, randomUUID } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { z } from 'zod'
import { type ObjectStorage, objectStorageAt } from './addresses.ts'
import { environment, MIN_SECRET_LENGTH } from './environment.ts'

const DEMO_CUSTOMERS = ['comune-aurora', 'fondo-salute', 'sondaggio', 'biblioteca-lume', 'circolo-faro', 'iscrizioni-nido'] as const

/**
 * The OpenID Connect provider at which operators sign in to the dashboard (docs/decisions/0020-operators-come-in.md).
 */
export interface StaffProvider {
  issuer: string
  client_id: string
  /** Client secret of the OpenID Connect provider; unset if the server is a public client and uses only PKCE. */
  client_secret?: string
  scope: string
  /** Name of the OpenID Connect claim that contains the operator's user name. */
  claim: string
  /** Name of the OpenID Connect provider that the dashboard's sign-in button shows. */
  name: string
}

/** What OpenTelemetry exports separately. */
type Signal = 'traces' | 'metrics' | 'logs'

/** Encoding of what goes to an OpenTelemetry collector, over HTTP. */
export type OtlpProtocol = 'http/protobuf' | 'http/json'

/**
 * The configuration of the server process, read once from environment variables (wire contract, section “How it is
 * run”).
 */
export interface Config {
  port: number
  host: string
  /** File descriptor of the address that systemd has opened for the server; undefined if the server opens it itself. */
  openSocket: number | undefined
  /** File that the process creates when it is ready; undefined if nobody waits for it. */
  readyFile: string | undefined
  /**
   * Public URL of the server without a trailing slash. Links in mails are built from this URL, never from a Host
   * header.
   */
  publicUrl: string
  dataDir: string
  /** URL of the PostgreSQL database, directly; if unset, the server uses the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined
  /** URL of the same database through a pooler; undefined if there is none. */
  poolerUrl: string | undefined
  /** The replicas of the database, one URL for each, and how old what they return may be. */
  databaseReplicas: { urls: readonly string[]; lagMs: number }
  /** Maximum number of database connections in each of a process's three connection pools. */
  databasePools: { web: number; jobs: number; owner: number }
  /** URL of the mail server; if unset, the server stores mails instead of sending them. */
  smtpUrl: string | undefined
  mailFrom: string
  /** URL of the virus scanner clamd; if unset, the server stores files without scanning them. */
  clamdUrl: string | undefined
  /** The translation service for drafts of translations (LibreTranslate), and its key. */
  translateService: { url: string; key: string | undefined } | undefined
  /** The object store for visitors' attachments; if unset, the server stores attachments in `dataDir`. */
  objectStorage: ObjectStorage | undefined
  apiKey: string
  secretKey: string
  /** Path of the file that contains the generated secret key; undefined if SECRET_KEY is set. */
  secretKeyFile: string | undefined
  serviceName: string
  /** Names of the demonstration bundles that the server imports at its start. */
  demo: readonly string[]
  /** `DATABASE_URL` or `DATA_DIR` of the deployment from which the command `promote` copies form definitions. */
  promoteFrom: string | undefined
  role: 'all' | 'web' | 'worker'
  logLevel: string
  /**
   * Milliseconds for which a stopping server still answers requests. In this time the load balancer notices that
   * `/health/ready` responds with 503.
   */
  drainMs: number
  /** CIDR ranges of private addresses to which the server may deliver tickets (docs/decisions/0022-destinations.md). */
  outboundAllow: readonly string[]
  /** CIDR ranges of the reverse proxies whose `X-Forwarded-For` header the server trusts. */
  trustedProxies: readonly string[]
  /**
   * Protocol by which traces, metrics and logs go to an OpenTelemetry collector; undefined if none is configured for
   * them. The OpenTelemetry SDK itself reads most of the other settings from the environment.
   */
  otlp: Readonly<Record<Signal, OtlpProtocol | undefined>>
  /** Time in milliseconds between two exports of metrics to the collector. */
  metricIntervalMs: number
  /** The OpenID Connect provider for the operators' sign-in; undefined if none is configured. */
  staffProvider: StaffProvider | undefined
}

/** File descriptor of the first socket that systemd passes to a process (SD_LISTEN_FDS_START). */
const FIRST_PASSED_SOCKET = 3

/** Error for invalid environment variables. Its message is one line that names every invalid variable. */
export class ConfigError extends Error {}

/**
 * Reads the configuration of the process from environment variables.
 * @throws ConfigError if a variable has an invalid value.
 */
export function readConfig(variables: Readonly<Record<string, string | undefined>> = process.env): Config {
  const parsed = environment.safeParse(variables)
  if (!parsed.success) {
    throw new ConfigError(`Configuration: ${parsed.error.issues.map((fault) => `${fault.path.join('.')} ${fault.message}`).join('; ')}`)
  }
  const env = parsed.data
  const dataDir = resolve(env.DATA_DIR)
  return {
    port: env.PORT,
    host: env.HOST,
    // The variables are those of another process if it has started this one without removing them.
    openSocket: env.LISTEN_FDS === 1 && env.LISTEN_PID === process.pid ? FIRST_PASSED_SOCKET : undefined,
    readyFile: env.READY_FILE,
    publicUrl: (env.PUBLIC_URL ?? `http://${env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST}:${env.PORT}`).replace(/\/+$/, ''),
    dataDir,
    databaseUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
    poolerUrl: env.DATABASE_DIRECT_URL === undefined ? undefined : env.DATABASE_URL,
    databaseReplicas: { urls: env.DATABASE_REPLICA_URLS, lagMs: env.DATABASE_REPLICA_LAG_SECONDS * 1_000 },
    databasePools: { web: env.DATABASE_POOL, jobs: env.DATABASE_JOB_POOL, owner: env.DATABASE_OWNER_POOL },
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    clamdUrl: env.CLAMD_URL,
    translateService: env.TRANSLATE_URL === undefined ? undefined : { url: env.TRANSLATE_URL, key: env.TRANSLATE_API_KEY || undefined },
    objectStorage: env.S3_URL === undefined ? undefined : objectStorageAt(env.S3_URL),
    apiKey: env.API_KEY,
    secretKey: env.SECRET_KEY ?? storedSecret(secretFileIn(dataDir)),
    secretKeyFile: env.SECRET_KEY === undefined ? secretFileIn(dataDir) : undefined,
    serviceName: env.SERVICE_NAME,
    demo: env.DEMO === '0' ? [] : env.DEMO === '1' ? DEMO_CUSTOMERS : [...DEMO_CUSTOMERS, 'gallery'],
    promoteFrom: env.PROMOTE_FROM,
    role: env.ROLE,
    logLevel: env.LOG_LEVEL,
    drainMs: env.DRAIN_SECONDS * 1_000,
    outboundAllow: env.OUTBOUND_ALLOW,
    trustedProxies: env.TRUSTED_PROXIES,
    otlp: { traces: otlpOf(env, 'TRACES'), metrics: otlpOf(env, 'METRICS'), logs: otlpOf(env, 'LOGS') },
    metricIntervalMs: env.OTEL_METRIC_EXPORT_INTERVAL,
    staffProvider: staffProviderOf(env),
  }
}

function otlpOf(env: z.output<typeof environment>, signal: Uppercase<Signal>): OtlpProtocol | undefined {
  const collector = env[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`] ?? env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (collector === undefined || env[`OTEL_${signal}_EXPORTER`] === 'none' || env.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return undefined
  return env[`OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`] ?? env.OTEL_EXPORTER_OTLP_PROTOCOL ?? 'http/protobuf'
}

function staffProviderOf(env: z.output<typeof environment>): StaffProvider | undefined {
  const { STAFF_OIDC_ISSUER: issuer, STAFF_OIDC_CLIENT_ID: client_id, STAFF_OIDC_CLIENT_SECRET: client_secret } = env
  if (issuer === undefined || client_id === undefined) return undefined
  const name = env.STAFF_OIDC_NAME ?? new URL(issuer).hostname
  return { issuer, client_id, ...(client_secret !== undefined && { client_secret }), scope: 'openid email profile', claim: env.STAFF_OIDC_CLAIM, name }
}

const secretFileIn = (dataDir: string) => resolve(dataDir, 'secret.key')

/**
 * Returns the secret key from its file. At the first start without SECRET_KEY, generates a key and stores it in the
 * data folder.
 * @throws ConfigError if the file exists but contains no secret, because a new secret could not decrypt the existing
 * data
 */
function storedSecret(file: string): string {
  if (!existsSync(file)) storeNewSecret(file)
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < MIN_SECRET_LENGTH) {
    throw new ConfigError(
      `Configuration: ${file} holds no secret. Bring it back from a copy; where nothing was ever stored with it, delete it and start again.`,
    )
  }
  return secret
}

/**
 * Writes a new secret key to a file. The write is atomic, because several servers may start at the same time, and
 * durable, because all encrypted data depends on the key.
 */
function storeNewSecret(file: string): void {
  const folder = dirname(file)
  mkdirSync(folder, { recursive: true })
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  const opened = openSync(folder, 'r')
  fsyncSync(opened)
  closeSync(opened)
}
