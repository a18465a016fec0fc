import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NO_SWIFT, type Passage, type RunningStore, startObjectStore } from '../../../test/object-store.ts'
import { objectStorageAt } from '../../platform/addresses.ts'
import { Bucket, BucketRefused } from './bucket.ts'
import { StoreUnavailable } from './store-unavailable.ts'

const SHORT = { connectMs: 2_000, attemptMs: 2_500, attempts: 3, backoffMs: 10, totalMs: 60_000 }
/** For what an object store returns, as opposed to when: a busy machine once took more than 20 seconds for an object. */
const PATIENT = { connectMs: 20_000, attemptMs: 20_000, attempts: 3, backoffMs: 10, totalMs: 60_000 }
let folder: string
let named = 0
let store: RunningStore
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sportello-bucket-'))
  if (!NO_SWIFT) store = await startObjectStore()
})
afterAll(async () => {
  await store?.stop()
  await rm(folder, { recursive: true, force: true })
})

const at = (url: string, policy?: typeof SHORT) => new Bucket(objectStorageAt(url) ?? expect.fail(url), policy)
const newPath = () => join(folder, String(++named))
async function fileOf(content: Uint8Array): Promise<string> {
  const path = newPath()
  await writeFile(path, content)
  return path
}
async function listed(bucket: Bucket, prefix = ''): Promise<string[]> {
  const keys: string[] = []
  for await (const page of bucket.list(prefix)) keys.push(...page.map(({ key }) => key))
  return keys
}
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('it should have failed'),
    (error: unknown) => error,
  )

describe.skipIf(NO_SWIFT)('Bucket', () => {
  test('returns a stored object unchanged until the object is removed', async () => {
    const url = await store.urlOf('files')
    for (const bucket of [at(url, PATIENT), at(`${url}/below/it`, PATIENT)]) {
      for (const size of [0, 1, 70_000, 3_000_000]) {
        const content = randomBytes(size)
        await bucket.put(`a/${size}`, await fileOf(content))
        const copy = newPath()
        expect(await bucket.copy(`a/${size}`, copy)).toBe(true)
        expect((await readFile(copy)).equals(content)).toBe(true)
      }
      expect((await listed(bucket, 'a/')).sort()).toEqual(['a/0', 'a/1', 'a/3000000', 'a/70000'])
      await bucket.remove('a/1')
      await bucket.remove('a/1')
      expect(await bucket.copy('a/1', newPath())).toBe(false)
      expect(await listed(bucket, 'a/')).toHaveLength(3)
      expect(bucket.well).toBe(true)
    }
    expect(await listed(at(url))).toHaveLength(6)
  })

  test('returns the time when an object was written', async () => {
    const bucket = at(await store.urlOf('dated'))
    await bucket.put('now', await fileOf(randomBytes(10)))
    for await (const [object] of bucket.list('')) expect(Math.abs((object?.modified ?? 0) - Date.now())).toBeLessThan(60_000)
  })

  test('rejects a wrong secret with an error that does not contain the secret', async () => {
    const right = await store.urlOf('closed')
    const bucket = at(await store.urlOf('closed', { secret: 'a guess at it', make: false }))
    const path = await fileOf(randomBytes(10))
    const asked = [bucket.check(), bucket.put('x', path), bucket.copy('x', newPath()), bucket.remove('x'), listed(bucket)]
    for (const error of await Promise.all(asked.map(failureOf))) {
      expect(error).toBeInstanceOf(BucketRefused)
      expect(error).toMatchObject({ status: 503, reason: 'SignatureDoesNotMatch (403)' })
      for (const secret of ['a guess at it', objectStorageAt(right)?.accessKeyId ?? '', 'AWS4-HMAC', 'x-amz-'])
        expect(inspect(error, { depth: 9, showHidden: true }).replace(folder, '')).not.toContain(secret)
    }
    expect(await listed(at(right))).toEqual([])
    expect(bucket.well).toBe(false)
  })

  test('reports that the bucket does not exist', async () => {
    expect(await failureOf(at(await store.urlOf('nowhere', { make: false })).check())).toMatchObject({ reason: 'NoSuchBucket (404)' })
  })
})

describe.skipIf(NO_SWIFT)('the client of an object store', () => {
  let bucket: Bucket
  beforeAll(async () => {
    bucket = at(await store.urlOf('way'), SHORT)
    await bucket.put('there', await fileOf(randomBytes(400_000)))
  })
  beforeEach(() => store.gate.let('open'))

  const BROKEN: [string, Passage][] = [
    ['that refuses connections', 'shut'],
    ['that does not answer', 'still'],
    ['that is overloaded', 'not now'],
    ['that disconnects in the middle of an object', { answer: 100_000 }],
    ['that disconnects before its answer', { answer: 20 }],
    ['that disconnects in the middle of an upload', { question: 500 }],
  ]

  test.each(BROKEN)('for a store %s never reports a request as successful', async (_, passage) => {
    store.gate.let(passage)
    const copy = newPath()
    const whole = typeof passage === 'object' && 'question' in passage
    if (!whole) expect(await failureOf(bucket.copy('there', copy))).toBeInstanceOf(StoreUnavailable)
    expect(await readdir(folder)).not.toContain(copy.split('/').at(-1))
    if (typeof passage === 'object' && 'answer' in passage && passage.answer > 1_000) return
    expect(await failureOf(bucket.put('new', await fileOf(randomBytes(400_000))))).toBeInstanceOf(StoreUnavailable)
    expect(bucket.well).toBe(false)
    store.gate.let('open')
    // The object store may have stored the object although the client got an error. If it did, the object must be
    // complete.
    if (await bucket.copy('new', copy)) expect((await readFile(copy)).length).toBe(400_000)
    await bucket.remove('new')
    expect(bucket.well).toBe(true)
  })

  test.each(BROKEN)('for a store %s retries the request, and succeeds if the fault occurs only once', async (_, passage) => {
    for (const work of [
      () => bucket.copy('there', newPath()),
      async () => bucket.put('again', await fileOf(randomBytes(400_000))),
      () => bucket.remove('again'),
    ]) {
      store.gate.let(passage, 1)
      await work()
      expect(store.gate.broken).toBeGreaterThan(0)
    }
  })

  test('does not retry a request that the store rejects permanently', async () => {
    store.gate.let('open')
    const wrong = at(await store.urlOf('way', { secret: 'a guess', make: false }), { ...SHORT, backoffMs: 60_000 })
    expect(await failureOf(wrong.remove('there'))).toBeInstanceOf(BucketRefused)
  })

  test('lists more objects than fit on one page', async () => {
    const many = at(await store.urlOf('many'))
    const path = await fileOf(randomBytes(1))
    const keys = ['a', 'b', 'c', 'd', 'e'].map((name) => `k/${name}`)
    for (const key of keys) await many.put(key, path)
    const pages: string[][] = []
    for await (const page of many.list('k/', 2)) pages.push(page.map(({ key }) => key))
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1])
    expect(pages.flat()).toEqual(keys)
  })
})
