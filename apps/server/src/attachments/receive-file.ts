import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { sizeText } from '@sportello/fields'
import { HEAD_BYTES } from '@sportello/fields/file-content'
import { fault } from '../http/fault.ts'
import type { CustomerKey } from '../keys/rules.ts'
import type { Spool } from './archive.ts'
import type { QuarantinedFile } from './kept-files.ts'
import { type FileOwner, SealedReader, SealedWriter } from './sealed-file.ts'
import type { AttachmentStore } from './store.ts'

/** A file part as it was received: sealed. `size` in bytes; `head` its first bytes, for a look at its content. */
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
 * Streams a part to quarantine, hashing and sealing on the way; synced to disk when it resolves. Its content is never on disk in the open.
 * @throws Fault forms0019 when it is larger than `maxBytes`.
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
      if (size > maxBytes) throw fault('forms0019', [sizeText(Math.floor(maxBytes / 1024))], part.propertyCode)
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

/** Opens a received file, still in quarantine. Whoever holds it must close it. */
export function openQuarantined(file: ReceivedFile): Promise<SealedReader> {
  return SealedReader.open(file.path, file.owner)
}

/** Puts what is unpacked from a received file into quarantine beside it, sealed as it is, for as long as it is looked at. */
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

/** The last part of a path, composed, without control characters, bidirectional marks or separators; 200 characters at the most, its ending kept. */
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
  // The cut may fall within a letter outside the basic plane; its first half goes as well.
  return clean.slice(0, 200 - ending.length).replace(/[\ud800-\udbff]$/, '') + ending
}
