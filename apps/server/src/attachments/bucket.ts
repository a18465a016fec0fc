import { createHash, randomInt } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { S3Client } from '@aws-sdk/client-s3'
import type { ObjectStorage } from '../config.ts'
import { inSpan } from '../tracing/tracing.ts'
import { StoreUnavailable } from './store-unavailable.ts'

/** The store answered that it will not: its address, its bucket or the credentials are wrong. */
export class BucketRefused extends StoreUnavailable {
  readonly reason: string
  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}

/** How long a store is waited for, and how often it is asked. */
interface Patience {
  connectMs: number
  /** One try, of something small. */
  tryMs: number
  tries: number
  /** Before the second try at most; twice as long before the third. */
  pauseMs: number
  /** After this, there is no other try. */
  allMs: number
}

const PATIENCE: Patience = { connectMs: 2_000, tryMs: 5_000, tries: 3, pauseMs: 300, allMs: 8_000 }
/** On top of `tryMs`. */
const MS_PER_MB = 500
/** Connections of one process. */
const AT_ONCE = 50

/** One try: how it is told that it takes too long. */
interface Attempt {
  signal: AbortSignal
  /** More time, for what is this large. */
  allow: (bytes: number) => void
}

type Work<T> = (connected: Connected, attempt: Attempt) => Promise<T>

/**
 * A bucket of an S3-compatible object store. Whatever it is asked may be asked twice: an object is written whole or not at all, under a name that only one
 * content ever has. All throw StoreUnavailable, BucketRefused among it, and the system's error where this machine's disk is at fault.
 */
export class Bucket {
  readonly #place: ObjectStorage
  readonly #patience: Patience
  #connected: Promise<Connected> | undefined
  #well = true

  constructor(place: ObjectStorage, patience = PATIENCE) {
    this.#place = place
    this.#patience = patience
  }

  /** Whether the last thing that was asked of it was done. */
  get well(): boolean {
    return this.#well
  }

  /** Whether it can be reached and looked into, asked once. */
  async check(): Promise<void> {
    await this.#ask(
      'check',
      ({ client, sdk }, { signal }) => client.send(new sdk.ListObjectsV2Command({ Bucket: this.#place.bucket, MaxKeys: 1 }), { abortSignal: signal }),
      1,
    )
  }

  /** Stores a file; the store checks that what arrives is what was sent. */
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
        // Of a stream the library signs no hash by itself.
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

  /** Copies an object to a path where nothing is. @returns whether there is such an object. */
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
        // By the way: a body that ends early, of which it was said how long it is, is an error of Node's own.
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

  /** Objects whose names begin with `prefix`, so many at a time. @returns when they were written, in ms since 1970. */
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

  #ask<T>(what: string, work: Work<T>, tries = this.#patience.tries): Promise<T> {
    return inSpan(`s3 ${what}`, { 'rpc.method': what, 'server.address': new URL(this.#place.endpoint).hostname }, () => this.#tryOut(work, tries))
  }

  async #tryOut<T>(work: Work<T>, tries: number): Promise<T> {
    const { tryMs, pauseMs, allMs } = this.#patience
    this.#connected ??= connect(this.#place, this.#patience)
    const connected = await this.#connected
    const began = performance.now()
    for (let tried = 1; ; tried++) {
      const late = new AbortController()
      let timer = setTimeout(() => late.abort(), tryMs)
      const allow = (bytes: number) => {
        clearTimeout(timer)
        timer = setTimeout(() => late.abort(), tryMs + (bytes / 1_048_576) * MS_PER_MB)
      }
      try {
        const done = await work(connected, { signal: late.signal, allow })
        this.#well = true
        return done
      } catch (error) {
        if (isOfThisDisk(error)) throw error
        this.#well = false
        const { reason, final } = judge(error, late.signal.aborted)
        if (final) throw new BucketRefused(reason)
        if (tried >= tries || performance.now() - began > allMs) throw new StoreUnavailable(reason)
      } finally {
        clearTimeout(timer)
      }
      await sleep(randomInt(pauseMs * 2 ** (tried - 1)))
    }
  }
}

const quiet = () => {}

interface Connected {
  client: S3Client
  sdk: typeof import('@aws-sdk/client-s3')
}

/** Loaded where there is an object store only: it takes 40 MB of memory. */
async function connect({ endpoint, region, accessKeyId, secretAccessKey }: ObjectStorage, { connectMs, tryMs }: Patience): Promise<Connected> {
  const sdk = await import('@aws-sdk/client-s3')
  const client = new sdk.S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    // Tries are counted here: those of the library leave out what is sent as a stream.
    maxAttempts: 1,
    // Checksums in trailers, which the library adds unasked, are not known to every store; the signed hash of the content is.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // It would write by itself.
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    requestHandler: { connectionTimeout: connectMs, socketTimeout: tryMs, httpAgent: { maxSockets: AT_ONCE }, httpsAgent: { maxSockets: AT_ONCE } },
  })
  return { client, sdk }
}

function isOfThisDisk(error: unknown): boolean {
  const { path, code = '' } = error as NodeJS.ErrnoException
  return path !== undefined || ['ENOSPC', 'EDQUOT', 'EIO'].includes(code)
}

const TEMPORARY = new Set(['RequestTimeout', 'RequestTimeTooSkewed', 'SlowDown', 'TooManyRequests', 'OperationAborted', 'BadDigest', 'IncompleteBody'])

/** What is told of an error, which must hold nothing that it quotes (some name the key and what was signed), and whether another try is of no use. */
function judge(error: unknown, late: boolean): { reason: string; final: boolean } {
  if (late) return { reason: 'it did not answer in time', final: false }
  const { name, code, $metadata } = error as Error & { code?: string; $metadata?: { httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode
  const reason = [code ?? name, ...(status === undefined ? [] : [`(${status})`])].join(' ')
  const refused = status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429
  return { reason, final: refused && !TEMPORARY.has(name) }
}
