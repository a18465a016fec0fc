import { randomBytes, randomUUID } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isEmailAddress } from '@sportello/fields'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

const emptyIsUnset = (value: unknown) => (value === '' ? undefined : value)
const url = (...schemes: string[]) =>
  z.preprocess(emptyIsUnset, z.url({ protocol: new RegExp(`^(?:${schemes.join('|')})$`), error: `must be an address with ${schemes.join(' or ')}` }).optional())

const ranges = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((range) => range.trim())
      .filter(Boolean),
  )
  .refine((list) => list.every((range) => ipaddr.isValidCIDR(range)), 'must be ranges of addresses with commas between them, such as 10.1.2.0/24')

const otlpProtocol = z.preprocess(emptyIsUnset, z.enum(['http/protobuf', 'http/json'], 'must be http/protobuf or http/json').optional())

/** Of connections. Two are the least with which work that holds one can still ask for another. */
const poolSize = (preset: number) => z.coerce.number().int().min(2).max(200).default(preset)

const MIN_SECRET_LENGTH = 32

const environment = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65535).default(8080),
    HOST: z.string().min(1).default('127.0.0.1'),
    PUBLIC_URL: url('http', 'https'),
    DATA_DIR: z.string().min(1).default('./data'),
    DATABASE_URL: url('postgres', 'postgresql'),
    DATABASE_POOL: poolSize(8),
    DATABASE_JOB_POOL: poolSize(7),
    DATABASE_OWNER_POOL: poolSize(6),
    SMTP_URL: url('smtp', 'smtps'),
    CLAMD_URL: z.preprocess(
      emptyIsUnset,
      z
        .string()
        .refine((value) => clamdAddress(value) !== undefined, 'must be tcp://HOST:PORT or unix:/PATH')
        .optional(),
    ),
    S3_URL: z.preprocess(
      emptyIsUnset,
      z
        .string()
        .refine((value) => objectStorageAt(value) !== undefined, 'must be https://KEY:SECRET@HOST/BUCKET, or with http; signs in the secret as %XX')
        .optional(),
    ),
    MAIL_FROM: z.string().refine(isEmailAddress, 'must be one e-mail address').default('sportello@localhost.localdomain'),
    API_KEY: z.string().min(8, 'must have 8 characters or more').max(256).default('sportello-web'),
    SECRET_KEY: z.preprocess(emptyIsUnset, z.string().min(MIN_SECRET_LENGTH, `must have ${MIN_SECRET_LENGTH} characters or more`).optional()),
    SERVICE_NAME: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,64}$/)
      .default('forms-service'),
    DEMO: z.enum(['0', '1', 'gallery']).default('0'),
    ROLE: z.enum(['all', 'web', 'worker']).default('all'),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
    DRAIN_SECONDS: z.coerce.number().min(0).max(300).default(0),
    OUTBOUND_ALLOW: ranges,
    TRUSTED_PROXIES: ranges,
    OTEL_EXPORTER_OTLP_ENDPOINT: url('http', 'https'),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url('http', 'https'),
    OTEL_EXPORTER_OTLP_PROTOCOL: otlpProtocol,
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: otlpProtocol,
    OTEL_TRACES_EXPORTER: z.preprocess(emptyIsUnset, z.enum(['otlp', 'none'], 'must be otlp or none').default('otlp')),
    OTEL_SDK_DISABLED: z.string().optional(),
    STAFF_OIDC_ISSUER: url('http', 'https'),
    STAFF_OIDC_CLIENT_ID: z.preprocess(emptyIsUnset, z.string().max(512).optional()),
    STAFF_OIDC_CLIENT_SECRET: z.preprocess(emptyIsUnset, z.string().max(1_024).optional()),
    STAFF_OIDC_CLAIM: z.preprocess(emptyIsUnset, z.string().max(128).default('email')),
    STAFF_OIDC_NAME: z.preprocess(emptyIsUnset, z.string().max(60).optional()),
  })
  .refine((env) => (env.STAFF_OIDC_ISSUER === undefined) === (env.STAFF_OIDC_CLIENT_ID === undefined), {
    path: ['STAFF_OIDC_CLIENT_ID'],
    error: 'must stand beside STAFF_OIDC_ISSUER, and neither without the other',
  })

/** Host and port, or the socket's path, of a `CLAMD_URL`; undefined where it is none. */
export function clamdAddress(url: string): { host: string; port: number } | { path: string } | undefined {
  const path = /^unix:(?:\/\/)?(\/.+)$/.exec(url)?.[1]
  if (path !== undefined) return { path }
  const [, host, port] = /^tcp:\/\/(\[[\da-f:.]+\]|[\w.-]+):(\d{1,5})\/?$/i.exec(url) ?? []
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) return undefined
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}

/** A place in an S3-compatible object store. */
export interface ObjectStorage {
  endpoint: string
  region: string
  bucket: string
  /** What all names begin with: empty, or ending in a stroke. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}

/** Where an `S3_URL` leads to: `https://KEY:SECRET@HOST[:PORT]/BUCKET[/PREFIX][?region=REGION]`; undefined where it is none. */
export function objectStorageAt(url: string): ObjectStorage | undefined {
  const parsed = URL.parse(url)
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.hash !== '') return undefined
  const [, bucket, folder = ''] = /^\/([a-z\d][a-z\d.-]{1,61}[a-z\d])((?:\/[\w.-]+)*)\/?$/.exec(parsed.pathname) ?? []
  const [accessKeyId, secretAccessKey] = [parsed.username, parsed.password].map(decoded)
  if (bucket === undefined || !accessKeyId || !secretAccessKey) return undefined
  if ([...parsed.searchParams.keys()].some((name) => name !== 'region')) return undefined
  const prefix = folder === '' ? '' : `${folder.slice(1)}/`
  return { endpoint: parsed.origin, region: parsed.searchParams.get('region') || 'us-east-1', bucket, prefix, accessKeyId, secretAccessKey }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

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
