import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { zipOf } from '../../../test/zip.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { inspectFiles } from './inspect-files.ts'
import type { QuarantinedFile } from './permanent-files.ts'
import { type ReceivedFile, receiveFile } from './receive-file.ts'
import type { AttachmentServices } from './services.ts'
import { AttachmentStore } from './store.ts'

const MB = 1_048_576
const LIMITS = { files: 20, fileBytes: 25 * MB, requestBytes: 500 * MB, bodyBytes: 500 * MB }

/** An attachment store that counts how many archives are being unpacked at the same time. */
class WatchedStore extends AttachmentStore {
  #now = 0
  most = 0

  override newFile(id?: string): QuarantinedFile {
    this.most = Math.max(this.most, ++this.#now)
    return super.newFile(id)
  }

  override discardQuarantined(files: readonly QuarantinedFile[]): Promise<void> {
    this.#now -= files.length
    return super.discardQuarantined(files)
  }
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sportello-inspect-'))
  await new AttachmentStore({ dataDir: folder }).prepare()
})
afterAll(() => rm(folder, { recursive: true }))

const key = { id: '1', key: randomBytes(32) }
const received = (content: Buffer, number: number): Promise<ReceivedFile> =>
  receiveFile(new AttachmentStore({ dataDir: folder }), { propertyCode: 'p', name: `${number}.docx`, content: Readable.from([content]) }, 25 * MB, {
    code: 'c',
    key,
  })
const inspect = (attachments: AttachmentStore, files: readonly ReceivedFile[], ms?: number) =>
  inspectFiles({ attachments } as unknown as AttachmentServices, files, LIMITS, ms)
/** Returns an archive that unpacks to 20 MB. */
const large = () => zipOf([{ name: 'a.txt', content: Buffer.alloc(20 * MB, randomBytes(250_000)) }])

test('archives of at most two submissions are unpacked in parallel, and all submissions are accepted', async () => {
  const inner = zipOf([{ name: 'b.txt', content: Buffer.alloc(2 * MB, randomBytes(50_000)) }])
  const outer = zipOf([{ name: 'inner.zip', content: inner, method: 0 }])
  const sends = await Promise.all(Array.from({ length: 8 }, async (_, at) => [await received(outer, at)]))
  const store = new WatchedStore({ dataDir: folder })
  expect(await Promise.all(sends.map((files) => inspect(store, files)))).toEqual(Array(8).fill(false))
  expect(store.most).toBe(2)
})

test('all archives of one submission share one time limit', async () => {
  const content = large()
  const files = await Promise.all(Array.from({ length: 20 }, (_, at) => received(content, at)))
  const store = new AttachmentStore({ dataDir: folder })
  const refused = await inspect(store, files, 300).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ApiError)
  expect((refused as ApiError).entries).toEqual([expect.objectContaining({ code: 'forms0032', field: 'p' })])
  expect(await inspect(store, files.slice(0, 2))).toBe(false)
})
