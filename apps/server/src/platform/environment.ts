import { isEmailAddress } from '@sportello/fields'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { clamdAddress, objectStorageAt, replicasOf, urlsOfHosts } from './addresses.ts'

const emptyIsUnset = (value: unknown) => (value === '' ? undefined : value)
const url = (...schemes: string[]) =>
  z.preprocess(emptyIsUnset, z.url({ protocol: new RegExp(`^(?:${schemes.join('|')})$`), error: `must be an address with ${schemes.join(' or ')}` }).optional())

/** A URL of PostgreSQL that may name several hosts, with commas between them. */
const databaseUrl = () =>
  z.preprocess(
    (value) => emptyIsUnset(typeof value === 'string' ? value.trim() : value),
    z
      .string()
      .refine(
        (value) => /^postgres(?:ql)?:/i.test(value) && (urlsOfHosts(value) ?? [value]).every((each) => URL.canParse(each)),
        'must be an address with postgres or postgresql',
      )
      .optional(),
  )

const ranges = () =>
  z
    .string()
    .default('')
    .transform((value) =>
      value
        .split(',')
        .map((range) => range.trim())
        .filter(Boolean),
    )
    .refine((list) => list.every((range) => ipaddr.isValidCIDR(range)), 'must be ranges of addresses with commas between them, such as 10.1.2.0/24')

const otlpProtocol = () => z.preprocess(emptyIsUnset, z.enum(['http/protobuf', 'http/json'], 'must be http/protobuf or http/json').optional())

/**
 * Schema for the size of a database connection pool. The minimum is two, because some tasks need a second connection
 * while they hold the first.
 */
const poolSize = (preset: number) => z.coerce.number().int().min(2).max(200).default(preset)

/** Minimum number of characters of a `SECRET_KEY`. */
export const MIN_SECRET_LENGTH = 32

/**
 * The description of an environment variable in docs/configuration.md. `unset` describes what happens if a variable
 * that has no default value is not set.
 */
interface VariableText {
  meaning: string
  unset?: string
}

/**
 * The descriptions of the environment variables. `npm run schema` generates the table in docs/configuration.md from
 * them.
 */
export const variableTexts = z.registry<VariableText>()

const OTEL = 'OpenTelemetry, as its specification says'
const AS_PROTOCOL = 'as `OTEL_EXPORTER_OTLP_PROTOCOL`'
const otlpEndpoint = () => url('http', 'https').register(variableTexts, { meaning: OTEL, unset: 'from `OTEL_EXPORTER_OTLP_ENDPOINT`' })
const otlpExporter = () => z.preprocess(emptyIsUnset, z.enum(['otlp', 'none'], 'must be otlp or none').default('otlp'))

/** Schema of the environment variables of the server and of the commands. */
export const environment = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65535).default(8080).register(variableTexts, { meaning: 'TCP port of the server' }),
    HOST: z.string().min(1).default('127.0.0.1').register(variableTexts, { meaning: 'network address that the server listens on' }),
    PUBLIC_URL: url('http', 'https').register(variableTexts, {
      meaning: 'URL by which visitors reach the deployment. Links in mails are built from it, and operators’ passkeys are bound to its host',
      unset: 'built from `HOST` and `PORT`',
    }),
    LISTEN_FDS: z.coerce.number().int().min(0).max(1, 'must be 1: the server answers at one address').default(0).register(variableTexts, {
      meaning: 'set by systemd, with `LISTEN_PID`, if it has opened the address of the server (`sd_listen_fds`). `HOST` and `PORT` do not count then',
    }),
    LISTEN_PID: z.coerce.number().int().optional().register(variableTexts, { meaning: 'set by systemd', unset: 'the server opens its address itself' }),
    READY_FILE: z.preprocess(emptyIsUnset, z.string().optional()).register(variableTexts, {
      meaning: 'file that the process creates when it answers calls or runs jobs, for a service manager that waits for it',
      unset: 'none',
    }),
    DATA_DIR: z.string().min(1).default('./data').register(variableTexts, {
      meaning: 'folder of the attachments, of the embedded database and of the generated `secret.key`',
    }),
    DATABASE_URL: databaseUrl().register(variableTexts, {
      meaning:
        'a PostgreSQL of your own (15 to 18), reached directly, or with `DATABASE_DIRECT_URL` through a pooler. Without a pooler, its user owns the database, may create roles, and has neither SUPERUSER nor BYPASSRLS; otherwise the server refuses to start. Several hosts with commas between them are servers of one cluster, of which the processes [find the primary](operators/high-availability.md)',
      unset: 'the embedded PostgreSQL in `DATA_DIR`',
    }),
    DATABASE_DIRECT_URL: databaseUrl().register(variableTexts, {
      meaning:
        'the same database reached directly, if `DATABASE_URL` leads to a pooler such as PgBouncer in transaction mode. Its user owns the database; `DATABASE_URL` then logs in as `sportello_server`',
      unset: '`DATABASE_URL`',
    }),
    DATABASE_POOL: poolSize(8).register(variableTexts, { meaning: 'most connections of a process for calls that people wait for' }),
    DATABASE_JOB_POOL: poolSize(7).register(variableTexts, { meaning: 'most connections of a process for jobs and large transfers' }),
    DATABASE_OWNER_POOL: poolSize(6).register(variableTexts, { meaning: 'most connections of a process for migrations and job upkeep' }),
    DATABASE_REPLICA_URLS: z
      .preprocess(emptyIsUnset, z.string().optional())
      .transform((list) => (list === undefined ? [] : replicasOf(list)))
      .refine((urls) => urls.every((each) => /^postgres(?:ql)?:/i.test(each) && URL.canParse(each)), 'must be addresses with postgres or postgresql')
      .register(variableTexts, {
        meaning:
          'replicas of the database, with spaces between their URLs, reached directly. Reads that may be slightly old [go there](operators/high-availability.md#reads-from-replicas). A URL may name several hosts, also the primary',
        unset: 'the primary serves all reads',
      }),
    DATABASE_REPLICA_LAG_SECONDS: z.coerce.number().min(3).max(60).default(5).register(variableTexts, {
      meaning: 'a replica that lacks anything older than this many seconds is not used',
    }),
    SMTP_URL: url('smtp', 'smtps').register(variableTexts, {
      meaning: 'mail server, as `smtp://USER:PASSWORD@HOST:587` or `smtps://…`',
      unset: 'mails are stored and can be read with the command `mails`',
    }),
    CLAMD_URL: z
      .preprocess(
        emptyIsUnset,
        z
          .string()
          .refine((value) => clamdAddress(value) !== undefined, 'must be tcp://HOST:PORT or unix:/PATH')
          .optional(),
      )
      .register(variableTexts, {
        meaning:
          'clamd, as `tcp://HOST:PORT` or `unix:/PATH`: the server stores an attachment only if clamd finds nothing in it ([why](decisions/0023-attachments-at-rest.md)). clamd’s `StreamMaxLength` must be at least the setting `attachment_max_mb`',
        unset: 'attachments are not scanned',
      }),
    TRANSLATE_URL: url('http', 'https').register(variableTexts, {
      meaning: 'a translation service with the interface of LibreTranslate, which drafts translations of forms for authors. Only texts of forms are sent to it',
      unset: 'no text is translated by a machine',
    }),
    TRANSLATE_API_KEY: z.string().optional().register(variableTexts, { meaning: 'key for `TRANSLATE_URL`', unset: 'no key is sent' }),
    S3_URL: z
      .preprocess(
        emptyIsUnset,
        z
          .string()
          .refine((value) => objectStorageAt(value) !== undefined, 'must be https://KEY:SECRET@HOST/BUCKET, or with http; signs in the secret as %XX')
          .optional(),
      )
      .register(variableTexts, {
        meaning:
          'S3-compatible object store for attachments, as `https://KEY:SECRET@HOST[:PORT]/BUCKET[/PREFIX][?region=REGION]` (`http` too; special characters in key and secret as `%XX`; region `us-east-1` by default). Several servers then need no shared disk, but the same `SECRET_KEY` ([how](decisions/0031-object-storage.md))',
        unset: 'attachments are stored in `DATA_DIR`',
      }),
    MAIL_FROM: z
      .string()
      .refine(isEmailAddress, 'must be one e-mail address')
      .default('sportello@localhost.localdomain')
      .register(variableTexts, { meaning: 'sender of all mails' }),
    API_KEY: z
      .string()
      .min(8, 'must have 8 characters or more')
      .max(256)
      .default('sportello-web')
      .register(variableTexts, { meaning: 'key that every call of the API carries in `X-Api-Key`. It is in the pages and is no secret' }),
    SECRET_KEY: z
      .preprocess(emptyIsUnset, z.string().min(MIN_SECRET_LENGTH, `must have ${MIN_SECRET_LENGTH} characters or more`).optional())
      .register(variableTexts, {
        meaning:
          'at least 32 characters. Confirmation links are derived from it, and it encrypts the keys of answers and attachments: without it nobody can read them again. All processes of a deployment need the same one',
        unset: 'generated at the first start and stored in `DATA_DIR`',
      }),
    SERVICE_NAME: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,64}$/)
      .default('forms-service')
      .register(variableTexts, { meaning: 'first segment of the API’s path' }),
    PROMOTE_FROM: z.preprocess(emptyIsUnset, z.string().optional()).register(variableTexts, {
      meaning:
        'the deployment from which the command `promote` takes definitions: its `DATABASE_DIRECT_URL` if it has one, otherwise its `DATABASE_URL`, or its `DATA_DIR` on this machine',
      unset: 'the command is refused',
    }),
    DEMO: z.enum(['0', '1', 'gallery']).default('0').register(variableTexts, {
      meaning:
        '`1`: import the demonstration customers at the start and serve [the demonstration of a chat](chat.md#the-demonstration); `gallery`: and a form with every input in every state. `npm start` sets `1`, `npm run dev` sets `gallery`',
    }),
    ROLE: z
      .enum(['all', 'web', 'worker'])
      .default('all')
      .register(variableTexts, { meaning: '`web` serves calls and pages, `worker` runs jobs, `all` does both' }),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info').register(variableTexts, { meaning: 'least level of a log line' }),
    DRAIN_SECONDS: z.coerce.number().min(0).max(300).default(0).register(variableTexts, {
      meaning:
        'seconds that a server behind a balancer keeps serving after SIGTERM while `/health/ready` answers 503. A little more than the interval of the balancer’s checks',
    }),
    OUTBOUND_ALLOW: ranges().register(variableTexts, {
      meaning:
        'CIDR ranges, such as `10.1.2.0/24`, of private networks that tickets may be delivered to and in which forms’ login providers may run ([why](webhooks.md#where-a-destination-may-stand))',
      unset: 'public addresses only',
    }),
    TRUSTED_PROXIES: ranges().register(variableTexts, {
      meaning: 'CIDR ranges of the reverse proxies. From these the server takes the last address in `X-Forwarded-For` as the visitor’s, by which limits count',
      unset: 'none: behind a proxy all visitors share one limit',
    }),
    OTEL_EXPORTER_OTLP_ENDPOINT: url('http', 'https').register(variableTexts, {
      meaning:
        'OpenTelemetry collector that gets traces of calls and jobs without personal data ([how](decisions/0032-traces.md)), metrics and the log ([how](decisions/0083-metrics-and-logs.md))',
      unset: 'none',
    }),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: otlpEndpoint(),
    OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: otlpEndpoint(),
    OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: otlpEndpoint(),
    OTEL_EXPORTER_OTLP_PROTOCOL: otlpProtocol().register(variableTexts, { meaning: '`http/protobuf` or `http/json`', unset: '`http/protobuf`' }),
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: otlpProtocol().register(variableTexts, { meaning: OTEL, unset: AS_PROTOCOL }),
    OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: otlpProtocol().register(variableTexts, { meaning: OTEL, unset: AS_PROTOCOL }),
    OTEL_EXPORTER_OTLP_LOGS_PROTOCOL: otlpProtocol().register(variableTexts, { meaning: OTEL, unset: AS_PROTOCOL }),
    OTEL_TRACES_EXPORTER: otlpExporter().register(variableTexts, { meaning: '`none` sends no traces' }),
    OTEL_METRICS_EXPORTER: otlpExporter().register(variableTexts, { meaning: '`none` sends no metrics; `/metrics` has them all the same' }),
    OTEL_LOGS_EXPORTER: otlpExporter().register(variableTexts, { meaning: '`none` sends no logs; they are on the standard output all the same' }),
    OTEL_METRIC_EXPORT_INTERVAL: z.coerce
      .number()
      .int()
      .min(1_000)
      .max(3_600_000)
      .default(60_000)
      .register(variableTexts, { meaning: 'milliseconds between two exports of metrics' }),
    OTEL_SDK_DISABLED: z
      .string()
      .optional()
      .register(variableTexts, { meaning: '`true` sends nothing to the collector', unset: 'it gets all that is configured' }),
    STAFF_OIDC_ISSUER: url('http', 'https').register(variableTexts, {
      meaning:
        'OpenID Connect provider by which operators sign in ([how](decisions/0020-operators-come-in.md)). Register `{PUBLIC_URL}/{SERVICE_NAME}/rs/v2/managements/oidc/callback` there',
      unset: 'none',
    }),
    STAFF_OIDC_CLIENT_ID: z.preprocess(emptyIsUnset, z.string().max(512).optional()).register(variableTexts, {
      meaning: 'client ID at that provider',
      unset: 'none',
    }),
    STAFF_OIDC_CLIENT_SECRET: z.preprocess(emptyIsUnset, z.string().max(1_024).optional()).register(variableTexts, {
      meaning: 'client secret at that provider',
      unset: 'a public client with PKCE',
    }),
    STAFF_OIDC_CLAIM: z
      .preprocess(emptyIsUnset, z.string().max(128).default('email'))
      .register(variableTexts, { meaning: 'claim that holds an operator’s user name; `email` counts only if verified' }),
    STAFF_OIDC_NAME: z.preprocess(emptyIsUnset, z.string().max(60).optional()).register(variableTexts, {
      meaning: 'name of the provider on the sign-in button',
      unset: 'the issuer’s host',
    }),
  })
  .refine((env) => (env.STAFF_OIDC_ISSUER === undefined) === (env.STAFF_OIDC_CLIENT_ID === undefined), {
    path: ['STAFF_OIDC_CLIENT_ID'],
    error: 'must stand beside STAFF_OIDC_ISSUER, and neither without the other',
  })
  .refine((env) => env.DATABASE_DIRECT_URL === undefined || env.DATABASE_URL !== undefined, {
    path: ['DATABASE_DIRECT_URL'],
    error: 'must stand beside DATABASE_URL, which leads to the pooler',
  })
  .refine((env) => env.DATABASE_REPLICA_URLS.length === 0 || env.DATABASE_URL !== undefined, {
    path: ['DATABASE_REPLICA_URLS'],
    error: 'must stand beside DATABASE_URL, which leads to the primary',
  })
