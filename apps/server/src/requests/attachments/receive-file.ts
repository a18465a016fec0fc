import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { sizeText } from '@sportello/fields'
import { HEAD_BYTES } from '@sportello/fields/file-content'
import { apiError } from '../../platform/http/api-error.ts'
import type { CustomerKey } from '../../platform/keys/rules.ts'
import type { Spool } from './archive.ts'
import { type FileOwner, SealedReader, SealedWriter } from './encrypted-file.ts'
import type { QuarantinedFile } from './permanent-files.ts'
import type { AttachmentStore } from './store.ts'

/**
 * A received file in quarantine, stored encrypted. `size` is in bytes. `head` contains the first bytes of the content,
 * from which the server detects the file's type.
 */
export interface ReceivedFile extends QuarantinedFile {
  owner: FileOwner
  keyId: string
  propertyCode: string
  name: string
  size: number
  sha256: Buffer
  head: Buffer
}

/**
 * Streams an uploaded file to quarantine, and hashes and encrypts it while it arrives. The promise resolves after the
 * file is synchronised to disk. The plain content is never written to disk.
 * @throws ApiError forms0019 if the file exceeds `maxBytes`.
 */
export async function receiveFile(
  store: AttachmentStore,
  part: { propertyCode: string; name: string; content: Readable },
  maxBytes: number,
  customer: { code: string; key: CustomerKey },
): Promise<ReceivedFile> {
  const file = store.newFile()
  const owner: FileOwner = { customerCode: customer.code, id: file.id, key: customer.key.key }
  const hash = createHash('sha256')
  const heads: Buffer[] = []
  let size = 0
  const handle = await open(file.path, 'wx', 0o600)
  try {
    const writer = new SealedWriter(handle, owner)
    for await (const chunk of part.content as AsyncIterable<Buffer>) {
      if (size < HEAD_BYTES) heads.push(chunk.subarray(0, HEAD_BYTES - size))
      size += chunk.length
      if (size > maxBytes) throw apiError('forms0019', [sizeText(Math.floor(maxBytes / 1024))], part.propertyCode)
      hash.update(chunk)
      await writer.write(chunk)
    }
    await writer.end()
    await handle.datasync()
  } catch (error) {
    await handle.close()
    await store.discardQuarantined([file])
    part.content.resume()
    throw error
  }
  await handle.close()
  return {
    ...file,
    owner,
    keyId: customer.key.id,
    propertyCode: part.propertyCode,
    name: displayName(part.name),
    size,
    sha256: hash.digest(),
    head: Buffer.concat(heads),
  }
}

/** Opens a file in quarantine. The caller must close it. */
export function openQuarantined(file: ReceivedFile): Promise<SealedReader> {
  return SealedReader.open(file.path, file.owner)
}

/**
 * Returns a function that stores nested archives while the server inspects the archive that contains them. They are
 * stored
 * encrypted, in quarantine.
 */
export function spoolBeside(store: AttachmentStore, { owner }: ReceivedFile): Spool {
  return async (content, work) => {
    const file = store.newFile()
    const inner = { ...owner, id: file.id }
    const handle = await open(file.path, 'wx', 0o600)
    try {
      const writer = new SealedWriter(handle, inner)
      for await (const piece of content) await writer.write(piece)
      await writer.end()
      const reader = await SealedReader.open(file.path, inner)
      await work(reader).finally(() => reader.close())
    } finally {
      await handle.close()
      await store.discardQuarantined([file])
    }
  }
}

/**
 * Returns an uploaded file's name for display: the last part of its path in NFC, without control characters,
 * bidirectional marks and separators. Shortens a name of more than 200 characters but keeps its extension.
 */
function displayName(name: string): string {
  const base = name.normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const clean = base
    .toWellFormed()
    .replace(/[\p{Cc}\p{Bidi_Control}:*?"<>|]/gu, '')
    .replace(/^\.+/, '')
    .trim()
  if (clean === '') return 'file'
  if (clean.length <= 200) return clean
  const dot = clean.lastIndexOf('.')
  const ending = dot > 0 && clean.length - dot <= 10 ? clean.slice(dot) : ''
  // The shortened file name may end with the first half of a surrogate pair, because shortening can cut a pair in two.
  // Removes this half.
  return clean.slice(0, 200 - ending.length).replace(/[\ud800-\udbff]$/, '') + ending
}
