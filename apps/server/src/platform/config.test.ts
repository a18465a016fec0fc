import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configurationDocument } from '../../test/configuration-table.ts'
import { ConfigError, readConfig } from './config.ts'

const configOf = (S3_URL: string) => readConfig({ S3_URL, SECRET_KEY: 'x'.repeat(32) }).objectStorage

test('S3_URL is parsed into endpoint, region, bucket, prefix and keys', () => {
  const common = { region: 'us-east-1', bucket: 'files', prefix: '', accessKeyId: 'KEY', secretAccessKey: 'a/b+c:d@e' }
  const secret = encodeURIComponent('a/b+c:d@e')
  expect(configOf(`https://KEY:${secret}@s3.example/files`)).toEqual({ ...common, endpoint: 'https://s3.example' })
  expect(configOf(`http://KEY:${secret}@[::1]:9000/files/a/b/?region=eu-south-1`)).toEqual({
    ...common,
    endpoint: 'http://[::1]:9000',
    region: 'eu-south-1',
    prefix: 'a/b/',
  })
  expect(configOf('')).toBeUndefined()
})

test.each([
  'https://KEY@s3.example/files',
  'https://:hidden@s3.example/files',
  'https://KEY:hidden@s3.example',
  'https://KEY:hidden@s3.example/Files',
  'https://KEY:hidden@s3.example/files/a b',
  'https://KEY:hidden%@s3.example/files',
  'https://KEY:hidden@s3.example/files?regoin=x',
  'https://KEY:hidden@s3.example/files#x',
  's3://KEY:hidden@files',
  'ftp://KEY:hidden@s3.example/files',
  'hidden',
])('S3_URL rejects the invalid URL %j with an error that does not contain its secret', (url) => {
  let refused: unknown
  try {
    configOf(url)
  } catch (error) {
    refused = error
  }
  expect(refused).toBeInstanceOf(ConfigError)
  expect((refused as Error).message).toMatch(/^Configuration: S3_URL must be /)
  expect((refused as Error).message).not.toContain('hidden')
})

/**
 * Source code of a worker thread that simulates a second server. It waits until the secret key's file exists, and
 * reports the file's content at that moment.
 */
const WATCHER = `
  const { existsSync, readFileSync } = require('node:fs')
  const { parentPort, workerData } = require('node:worker_threads')
  parentPort.postMessage('there')
  for (const file of workerData) {
    while (!existsSync(file));
    parentPort.postMessage(readFileSync(file, 'utf8'))
  }`

describe('the secret key generated at the first start', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sportello-config-'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  const started = (name: string) => readConfig({ DATA_DIR: join(folder, name) })

  test('is the same at every start, and only its file’s owner can read it', async () => {
    const { secretKey, secretKeyFile } = started('twice')
    expect(secretKey).toMatch(/^[\w-]{43}$/)
    expect(started('twice').secretKey).toBe(secretKey)
    expect(secretKeyFile).toBe(join(folder, 'twice', 'secret.key'))
    expect((await stat(join(folder, 'twice', 'secret.key'))).mode & 0o777).toBe(0o600)
    expect(await readdir(join(folder, 'twice'))).toEqual(['secret.key'])
  })

  test('is complete as soon as its file exists, even for a server that starts at the same time', async () => {
    const names = Array.from({ length: 300 }, (_, at) => `beside-${at}`)
    const seen: string[] = []
    const watcher = new Worker(WATCHER, { eval: true, workerData: names.map((name) => join(folder, name, 'secret.key')) })
    const ended = new Promise((resolve) => watcher.once('exit', resolve))
    await new Promise((resolve) => watcher.once('message', resolve))
    watcher.on('message', (content: string) => seen.push(content))
    const secrets = names.map((name) => started(name).secretKey)
    await ended
    expect(seen).toEqual(secrets)
  })

  test.each(['', 'cut off'])('is not replaced, and the server does not start, if the key’s file contains %j', async (content) => {
    const file = join(folder, 'secret.key')
    await writeFile(file, content)
    expect(() => readConfig({ DATA_DIR: folder })).toThrow(
      new ConfigError(`Configuration: ${file} holds no secret. Bring it back from a copy; where nothing was ever stored with it, delete it and start again.`),
    )
    expect(await readFile(file, 'utf8')).toBe(content)
  })
})

describe('the collector of OpenTelemetry', () => {
  const otlp = (variables: Record<string, string>) => readConfig({ SECRET_KEY: 'x'.repeat(32), ...variables }).otlp

  test('gets nothing if no address is set or the SDK is disabled', () => {
    const nothing = { traces: undefined, metrics: undefined, logs: undefined }
    expect(otlp({})).toEqual(nothing)
    expect(otlp({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SDK_DISABLED: 'true' })).toEqual(nothing)
  })

  test('gets traces, metrics and logs at one address, except those that are switched off', () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
    expect(otlp(endpoint)).toEqual({ traces: 'http/protobuf', metrics: 'http/protobuf', logs: 'http/protobuf' })
    expect(
      otlp({ ...endpoint, OTEL_LOGS_EXPORTER: 'none', OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: 'http/protobuf' }),
    ).toEqual({
      traces: 'http/json',
      metrics: 'http/protobuf',
      logs: undefined,
    })
  })

  test('gets only what has an address of its own if there is no common one', () => {
    expect(otlp({ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://collector:4318/v1/metrics' })).toEqual({
      traces: undefined,
      metrics: 'http/protobuf',
      logs: undefined,
    })
  })
})

test('docs/configuration.md contains the current table of all variables, as npm run schema generates it', () => {
  const { present, wanted } = configurationDocument()
  expect(present).toBe(wanted)
  expect(present).toContain('| `DATABASE_POOL` | `8` |')
})
