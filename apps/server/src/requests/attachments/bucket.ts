import { createHash, randomInt } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { S3Client } from '@aws-sdk/client-s3'
import type { ObjectStorage } from '../../platform/addresses.ts'
import { inSpan } from '../../platform/telemetry/tracing.ts'
import { StoreUnavailable } from './store-unavailable.ts'

/**
 * Error for a request that the object store rejects permanently, because the endpoint, the bucket or the credentials
 * are wrong. A retry is pointless.
 */
export class BucketRefused extends StoreUnavailable {
  readonly reason: string
  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}

/** Timeouts and retries of a request to the object store. Times are in milliseconds. */
interface RetryPolicy {
  connectMs: number
  /** Timeout of one attempt to transfer a small object to or from the object store. */
  attemptMs: number
  attempts: number
  /**
   * Maximum backoff before the second attempt of a request to the object store; it is doubled before each further
   * attempt.
   */
  backoffMs: number
  /**
   * Retries of a request to the object store may start only within this many milliseconds after the first attempt
   * started.
   */
  totalMs: number
}

const RETRY_POLICY: RetryPolicy = { connectMs: 2_000, attemptMs: 5_000, attempts: 3, backoffMs: 300, totalMs: 8_000 }
/** The timeout of a transfer, `attemptMs`, is extended by this many milliseconds for each megabyte of the object. */
const MS_PER_MB = 500
/** Maximum number of connections of one process to the object store. */
const MAX_CONNECTIONS = 50

/** One attempt to send a request to the object store. */
interface Attempt {
  signal: AbortSignal
  /** Extends the timeout of the attempt, because a larger object takes longer to transfer. */
  allow: (bytes: number) => void
}

type Work<T> = (connected: Connected, attempt: Attempt) => Promise<T>

/**
 * A bucket of an S3-compatible object store. Every request can safely be retried: an object is written completely or
 * not at
 * all, and the content of an existing object never changes. If a request fails, the methods throw StoreUnavailable or
 * its
 * subclass BucketRefused. If the local disk fails, they throw the system's error.
 */
export class Bucket {
  readonly #place: ObjectStorage
  readonly #policy: RetryPolicy
  #connected: Promise<Connected> | undefined
  #well = true

  constructor(place: ObjectStorage, policy = RETRY_POLICY) {
    this.#place = place
    this.#policy = policy
  }

  /** True if the last request to the object store succeeded. */
  get well(): boolean {
    return this.#well
  }

  /** Checks once, without retries, that the server can reach the bucket and list its objects. */
  async check(): Promise<void> {
    await this.#ask(
      'check',
      ({ client, sdk }, { signal }) => client.send(new sdk.ListObjectsV2Command({ Bucket: this.#place.bucket, MaxKeys: 1 }), { abortSignal: signal }),
      1,
    )
  }

  /** Uploads a file to the bucket. The object store verifies the content by its SHA-256 hash. */
  async put(key: string, path: string): Promise<void> {
    const { size } = await stat(path)
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    const sha256 = hash.digest('hex')
    const object = { ...this.#named(key), ContentLength: size, ContentType: 'application/octet-stream' }
    await this.#ask('put', async ({ client, sdk }, { signal, allow }) => {
      allow(size)
      const body = createReadStream(path)
      try {
        const command = new sdk.PutObjectCommand({ ...object, Body: body })
        // Adds the hash of the uploaded file to the signed headers, because the SDK does not compute it for a stream.
        command.middlewareStack.add(
          (next) => (args) => {
            Object.assign((args.request as { headers: Record<string, string> }).headers, { 'x-amz-content-sha256': sha256 })
            return next(args)
          },
          { step: 'build', name: 'signedContent' },
        )
        await client.send(command, { abortSignal: signal })
      } finally {
        body.destroy()
      }
    })
  }

  /** Downloads an object of the bucket to a path at which no file exists yet. @returns true if the object exists. */
  copy(key: string, path: string): Promise<boolean> {
    return this.#ask('get', async ({ client, sdk }, { signal, allow }) => {
      const answer = await client.send(new sdk.GetObjectCommand(this.#named(key)), { abortSignal: signal }).catch((error: unknown) => {
        if (error instanceof sdk.NoSuchKey) return undefined
        throw error
      })
      if (!answer) return false
      const { Body: body, ContentLength: size = 0 } = answer
      allow(size)
      try {
        // Needs no check that the response body is complete. If the body ends before its Content-Length, Node raises an
        // error.
        await pipeline(body as Readable, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal })
        return true
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
    })
  }

  async remove(key: string): Promise<void> {
    await this.#ask('delete', ({ client, sdk }, { signal }) => client.send(new sdk.DeleteObjectCommand(this.#named(key)), { abortSignal: signal }))
  }

  /**
   * Lists the objects of the bucket whose keys begin with `prefix`, page by page. `modified` is the time of an object's
   * last change in milliseconds since 1970.
   */
  async *list(prefix: string, atOnce = 1_000): AsyncGenerator<{ key: string; modified: number }[]> {
    const { bucket, prefix: own } = this.#place
    for (let after: string | undefined; ; ) {
      const command = { Bucket: bucket, Prefix: own + prefix, MaxKeys: atOnce, ContinuationToken: after }
      const page = await this.#ask('list', ({ client, sdk }, { signal }) => client.send(new sdk.ListObjectsV2Command(command), { abortSignal: signal }))
      yield (page.Contents ?? []).map(({ Key, LastModified }) => ({ key: (Key ?? '').slice(own.length), modified: LastModified?.getTime() ?? Date.now() }))
      after = page.NextContinuationToken
      if (!page.IsTruncated || after === undefined) return
    }
  }

  #named(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#place.bucket, Key: this.#place.prefix + key }
  }

  #ask<T>(what: string, work: Work<T>, attempts = this.#policy.attempts): Promise<T> {
    return inSpan(`s3 ${what}`, { 'rpc.method': what, 'server.address': new URL(this.#place.endpoint).hostname }, () => this.#retry(work, attempts))
  }

  async #retry<T>(work: Work<T>, attempts: number): Promise<T> {
    const { attemptMs, backoffMs, totalMs } = this.#policy
    this.#connected ??= connect(this.#place, this.#policy)
    const connected = await this.#connected
    const began = performance.now()
    for (let attempt = 1; ; attempt++) {
      const late = new AbortController()
      let timer = setTimeout(() => late.abort(), attemptMs)
      const allow = (bytes: number) => {
        clearTimeout(timer)
        timer = setTimeout(() => late.abort(), attemptMs + (bytes / 1_048_576) * MS_PER_MB)
      }
      try {
        const done = await work(connected, { signal: late.signal, allow })
        this.#well = true
        return done
      } catch (error) {
        if (isLocalDiskError(error)) throw error
        this.#well = false
        const { reason, final } = classify(error, late.signal.aborted)
        if (final) throw new BucketRefused(reason)
        if (attempt >= attempts || performance.now() - began > totalMs) throw new StoreUnavailable(reason)
      } finally {
        clearTimeout(timer)
      }
      await sleep(randomInt(backoffMs * 2 ** (attempt - 1)))
    }
  }
}

const quiet = () => {}

interface Connected {
  client: S3Client
  sdk: typeof import('@aws-sdk/client-s3')
}

/** Loads the S3 SDK only on first use, because it needs 40 MB of memory. */
async function connect({ endpoint, region, accessKeyId, secretAccessKey }: ObjectStorage, { connectMs, attemptMs }: RetryPolicy): Promise<Connected> {
  const sdk = await import('@aws-sdk/client-s3')
  const client = new sdk.S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    // Turns off the retries of the S3 SDK, because they do not work for streamed bodies. `Bucket` retries instead.
    maxAttempts: 1,
    // Turns off the checksum trailers that the S3 SDK adds by default, because not every object store supports them.
    // All object stores support the signed hash of the content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Turns off the log of the S3 SDK.
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: attemptMs,
      httpAgent: { maxSockets: MAX_CONNECTIONS },
      httpsAgent: { maxSockets: MAX_CONNECTIONS },
    },
  })
  return { client, sdk }
}

function isLocalDiskError(error: unknown): boolean {
  const { path, code = '' } = error as NodeJS.ErrnoException
  return path !== undefined || ['ENOSPC', 'EDQUOT', 'EIO'].includes(code)
}

const TEMPORARY = new Set(['RequestTimeout', 'RequestTimeTooSkewed', 'SlowDown', 'TooManyRequests', 'OperationAborted', 'BadDigest', 'IncompleteBody'])

/**
 * Returns the reason for an object store's error. `final` is true if a retry is pointless. Leaves out the error's
 * message,
 * because it may contain the access key.
 */
function classify(error: unknown, late: boolean): { reason: string; final: boolean } {
  if (late) return { reason: 'it did not answer in time', final: false }
  const { name, code, $metadata } = error as Error & { code?: string; $metadata?: { httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode
  const reason = [code ?? name, ...(status === undefined ? [] : [`(${status})`])].join(' ')
  const refused = status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429
  return { reason, final: refused && !TEMPORARY.has(name) }
}
