import { randomBytes, randomUUID } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { z } from 'zod'
import { environment, MIN_SECRET_LENGTH, type ObjectStorage, objectStorageAt } from './environment.ts'

const DEMO_CUSTOMERS = ['comune-aurora', 'fondo-salute', 'sondaggio', 'biblioteca-lume', 'circolo-faro'] as const

/** The OpenID Connect provider whose people may be operators (docs/decisions/0020-operators-come-in.md). */
export interface StaffProvider {
  issuer: string
  client_id: string
  /** Unset: a public client, which proves itself by PKCE alone. */
  client_secret?: string
  scope: string
  /** The claim that is an operator's user name. */
  claim: string
  /** What the button says that one signs in with. */
  name: string
}

/** How this process runs; read once, from the environment (wire contract, "How it is run"). */
export interface Config {
  port: number
  host: string
  /** Without a trailing slash. Links in mails are built from it, never from a Host header. */
  publicUrl: string
  dataDir: string
  /** Unset: the embedded database under `dataDir`. */
  databaseUrl: string | undefined
  /** The most connections of each of the process's pools. */
  databasePools: { web: number; jobs: number; owner: number }
  /** Unset: mails are kept instead of sent. */
  smtpUrl: string | undefined
  mailFrom: string
  /** Where clamd listens. Unset: files are kept unscanned. */
  clamdUrl: string | undefined
  /** Where attachments are kept. Unset: below `dataDir`. */
  objectStorage: ObjectStorage | undefined
  apiKey: string
  secretKey: string
  /** Where the secret is kept that was made at the first start; undefined where SECRET_KEY names one. */
  secretKeyFile: string | undefined
  serviceName: string
  /** Names of the demonstration bundles to load. */
  demo: readonly string[]
  role: 'all' | 'web' | 'worker'
  logLevel: string
  /** How long a process that is told to stop still serves, so that a balancer sees in time that it wants no more (`/health/ready`). */
  drainMs: number
  /** Ranges of addresses, in CIDR notation, that tickets may be delivered to though they are not public (docs/decisions/0022-destinations.md). */
  outboundAllow: readonly string[]
  /** Ranges of addresses, in CIDR notation, of the proxies in front: what they say of a visitor's address in `X-Forwarded-For` is believed, nobody else. */
  trustedProxies: readonly string[]
  /** How a collector of traces is told; undefined where there is none. All else about it, OpenTelemetry's own SDK reads from the environment. */
  traces: 'http/protobuf' | 'http/json' | undefined
  /** Undefined where operators come in without one. */
  staffProvider: StaffProvider | undefined
}

/** What is wrong with the environment, as one line that names every faulty variable. */
export class ConfigError extends Error {}

/** @throws ConfigError when a variable has a wrong value. */
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
    publicUrl: (env.PUBLIC_URL ?? `http://${env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST}:${env.PORT}`).replace(/\/+$/, ''),
    dataDir,
    databaseUrl: env.DATABASE_URL,
    databasePools: { web: env.DATABASE_POOL, jobs: env.DATABASE_JOB_POOL, owner: env.DATABASE_OWNER_POOL },
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    clamdUrl: env.CLAMD_URL,
    objectStorage: env.S3_URL === undefined ? undefined : objectStorageAt(env.S3_URL),
    apiKey: env.API_KEY,
    secretKey: env.SECRET_KEY ?? keptSecret(secretFileIn(dataDir)),
    secretKeyFile: env.SECRET_KEY === undefined ? secretFileIn(dataDir) : undefined,
    serviceName: env.SERVICE_NAME,
    demo: env.DEMO === '0' ? [] : env.DEMO === '1' ? DEMO_CUSTOMERS : [...DEMO_CUSTOMERS, 'gallery'],
    role: env.ROLE,
    logLevel: env.LOG_LEVEL,
    drainMs: env.DRAIN_SECONDS * 1_000,
    outboundAllow: env.OUTBOUND_ALLOW,
    trustedProxies: env.TRUSTED_PROXIES,
    traces: tracesOf(env),
    staffProvider: staffProviderOf(env),
  }
}

function tracesOf(env: z.output<typeof environment>): Config['traces'] {
  const collector = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (collector === undefined || env.OTEL_TRACES_EXPORTER === 'none' || env.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return undefined
  return env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? env.OTEL_EXPORTER_OTLP_PROTOCOL ?? 'http/protobuf'
}

function staffProviderOf(env: z.output<typeof environment>): StaffProvider | undefined {
  const { STAFF_OIDC_ISSUER: issuer, STAFF_OIDC_CLIENT_ID: client_id, STAFF_OIDC_CLIENT_SECRET: client_secret } = env
  if (issuer === undefined || client_id === undefined) return undefined
  const name = env.STAFF_OIDC_NAME ?? new URL(issuer).hostname
  return { issuer, client_id, ...(client_secret !== undefined && { client_secret }), scope: 'openid email profile', claim: env.STAFF_OIDC_CLAIM, name }
}

const secretFileIn = (dataDir: string) => resolve(dataDir, 'secret.key')

/**
 * Without SECRET_KEY, a secret made at the first start and kept beside the data that it protects.
 * @throws ConfigError where the file holds none: what was sealed with another would never open again, so none is made in its place
 */
function keptSecret(file: string): string {
  if (!existsSync(file)) keepNewSecret(file)
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < MIN_SECRET_LENGTH) {
    throw new ConfigError(
      `Configuration: ${file} holds no secret. Bring it back from a copy; where nothing was ever stored with it, delete it and start again.`,
    )
  }
  return secret
}

/** The file comes whole or not at all, and stays when the power goes: servers may start at once, and everything sealed hangs on it. */
function keepNewSecret(file: string): void {
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
