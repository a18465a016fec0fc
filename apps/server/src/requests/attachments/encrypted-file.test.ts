import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DamagedFile, type FileOwner, SealedReader, SealedWriter } from './encrypted-file.ts'

const PIECE = 65_536
const HEAD = 20
const TAG = 16

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sportello-sealed-'))
})
afterAll(() => rm(folder, { recursive: true }))

const newOwner = (): FileOwner => ({ customerCode: 'ours', id: randomUUID(), key: randomBytes(32) })

async function sealed(owner: FileOwner, ...parts: Buffer[]): Promise<string> {
  const path = join(folder, randomUUID())
  const handle = await open(path, 'wx')
  const writer = new SealedWriter(handle, owner)
  for (const part of parts) await writer.write(part)
  await writer.end()
  await handle.close()
  return path
}

async function opened(path: string, owner: FileOwner, start?: number, end?: number): Promise<Buffer> {
  const reader = await SealedReader.open(path, owner)
  try {
    const pieces: Buffer[] = []
    for await (const piece of reader.read(start, end)) pieces.push(piece)
    return Buffer.concat(pieces)
  } finally {
    await reader.close()
  }
}

describe('an encrypted file', () => {
  test.each([0, 1, 15, 16, 17, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE, 3 * PIECE + 7])('of %i bytes can be decrypted in chunks of any size', async (size) => {
    const owner = newOwner()
    const content = randomBytes(size)
    for (const step of [1_000, PIECE, 100_000]) {
      const parts = Array.from({ length: Math.ceil(size / step) }, (_, at) => content.subarray(at * step, (at + 1) * step))
      const path = await sealed(owner, ...parts)
      expect(await opened(path, owner)).toEqual(content)
      expect((await readFile(path)).length).toBe(HEAD + size + Math.max(1, Math.ceil(size / PIECE)) * TAG)
    }
  })

  test('can be decrypted from any offset of its content', async () => {
    const owner = newOwner()
    const content = randomBytes(3 * PIECE + 100)
    const path = await sealed(owner, content)
    for (const [start, end] of [
      [0, 1],
      [PIECE - 1, PIECE + 1],
      [PIECE, 2 * PIECE],
      [10, 3 * PIECE + 99],
      [3 * PIECE, 3 * PIECE + 100],
      [50, 50],
    ] as const)
      expect(await opened(path, owner, start, end)).toEqual(content.subarray(start, end))
  })

  test('has different bytes on disk each time it is written, and contains no plain text', async () => {
    const owner = newOwner()
    const content = Buffer.from('codice fiscale RSSMRA85T10A562S '.repeat(100))
    const [one, two] = await Promise.all([sealed(owner, content), sealed(owner, content)].map(async (path) => readFile(await path)))
    expect(one?.equals(two ?? Buffer.alloc(0))).toBe(false)
    expect(one?.includes('RSSMRA85')).toBe(false)
  })

  test('of 200 MB is decrypted without being buffered in memory', async () => {
    const owner = newOwner()
    const chunk = randomBytes(1_048_576)
    const written = createHash('sha256')
    const path = join(folder, randomUUID())
    const handle = await open(path, 'wx')
    const writer = new SealedWriter(handle, owner)
    const before = process.memoryUsage.rss()
    for (let at = 0; at < 200; at++) {
      written.update(chunk)
      await writer.write(chunk)
    }
    await writer.end()
    await handle.close()
    const reader = await SealedReader.open(path, owner)
    const read = createHash('sha256')
    for await (const piece of reader.read()) read.update(piece)
    await reader.close()
    expect(read.digest()).toEqual(written.digest())
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1_048_576)
  })
})

describe('an encrypted file cannot be decrypted if', () => {
  const content = randomBytes(3 * PIECE + 100)
  const full = PIECE + TAG
  const pieceOf = (bytes: Buffer, at: number) => bytes.subarray(HEAD + at * full, HEAD + (at + 1) * full)
  const headOf = (bytes: Buffer) => bytes.subarray(0, HEAD)
  test.each<[what: string, change: (bytes: Buffer, other: Buffer) => Buffer]>([
    ['its last byte is missing', (bytes) => bytes.subarray(0, -1)],
    ['its last piece is missing', (bytes) => bytes.subarray(0, HEAD + 3 * full)],
    ['all but the first piece are missing', (bytes) => bytes.subarray(0, HEAD + full)],
    ['all pieces are missing', (bytes) => bytes.subarray(0, HEAD)],
    ['half of its header is missing', (bytes) => bytes.subarray(0, 10)],
    ['it is empty', () => Buffer.alloc(0)],
    ['it has an additional byte', (bytes) => Buffer.concat([bytes, Buffer.alloc(1)])],
    ['it has an additional piece', (bytes) => Buffer.concat([bytes, pieceOf(bytes, 3)])],
    ['its pieces are in another order', (bytes) => Buffer.concat([headOf(bytes), pieceOf(bytes, 1), pieceOf(bytes, 0), bytes.subarray(HEAD + 2 * full)])],
    ['it contains a piece twice', (bytes) => Buffer.concat([headOf(bytes), pieceOf(bytes, 0), pieceOf(bytes, 0), bytes.subarray(HEAD + 2 * full)])],
    ['a piece in the middle is missing', (bytes) => Buffer.concat([headOf(bytes), pieceOf(bytes, 0), bytes.subarray(HEAD + 2 * full)])],
    ['a piece comes from another file', (bytes, other) => Buffer.concat([headOf(bytes), pieceOf(other, 0), bytes.subarray(HEAD + full)])],
    ['its header comes from another file', (bytes, other) => Buffer.concat([headOf(other), bytes.subarray(HEAD)])],
    ['it is another file', (_bytes, other) => other],
    ['it is plain text', () => content],
    ...[0, 4, HEAD - 1, HEAD, HEAD + 40_000, HEAD + full - 1, HEAD + 2 * full].map((at): [string, (bytes: Buffer) => Buffer] => [
      `its byte ${at} is changed`,
      (bytes) => {
        const altered = Buffer.from(bytes)
        altered[at] = (altered[at] ?? 0) ^ 1
        return altered
      },
    ]),
  ])('%s', async (_what, change) => {
    const owner = newOwner()
    const path = await sealed(owner, content)
    const other = await sealed({ ...owner, id: randomUUID() }, content)
    await writeFile(path, change(await readFile(path), await readFile(other)))
    await expect(opened(path, owner)).rejects.toThrow(DamagedFile)
  })

  test.each<[whose: string, other: (owner: FileOwner) => FileOwner]>([
    ['another customer’s', (owner) => ({ ...owner, customerCode: 'theirs' })],
    ['another file’s', (owner) => ({ ...owner, id: randomUUID() })],
    ['another key’s', (owner) => ({ ...owner, key: randomBytes(32) })],
  ])('the decryption uses %s identity instead of its own', async (_whose, other) => {
    const owner = newOwner()
    const path = await sealed(owner, content)
    await expect(opened(path, other(owner))).rejects.toThrow(DamagedFile)
  })
})
