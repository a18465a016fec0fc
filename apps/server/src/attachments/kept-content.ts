import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { Services } from '../services.ts'
import type { StoredFile } from './queries.ts'
import { DamagedFile, SealedReader } from './sealed-file.ts'

/** A stored file, open. Whoever holds it must close it. */
export interface KeptContent {
  size: number
  read: () => AsyncGenerator<Buffer>
  close: () => Promise<void>
}

/**
 * Opens a stored file, after a look at every byte of it: what is read from it then is what was sent, or breaks off.
 * @throws DamagedFile where it is not what was sent or its key is gone; StoreUnavailable; the system's error where there is none.
 */
export async function keptContent(services: Pick<Services, 'attachments' | 'customerKeys'>, file: StoredFile): Promise<KeptContent> {
  const content = await openKept(services, file)
  try {
    const hash = createHash('sha256')
    for await (const piece of content.read()) hash.update(piece)
    if (!hash.digest().equals(file.sha256)) throw new DamagedFile('the content is not what was sent')
    return content
  } catch (error) {
    await content.close()
    throw error
  }
}

async function openKept({ attachments, customerKeys }: Pick<Services, 'attachments' | 'customerKeys'>, file: StoredFile): Promise<KeptContent> {
  const { customer_code: customerCode, id, key_id: keyId } = file
  if (keyId === null) return plainContent(await attachments.open(customerCode, id))
  const key = await customerKeys.byId(customerCode, keyId)
  if (!key) throw new DamagedFile('its key is gone, or was sealed with another SECRET_KEY')
  const reader = await SealedReader.of(await attachments.open(customerCode, id), { customerCode, id, key })
  return { size: reader.size, read: () => reader.read(), close: () => reader.close() }
}

/** A file that was stored before files were sealed. */
async function plainContent(handle: FileHandle): Promise<KeptContent> {
  return { size: (await handle.stat()).size, read: () => piecesOf(handle), close: () => handle.close() }
}

const PIECE_BYTES = 65_536

async function* piecesOf(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let at = 0; ; ) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(PIECE_BYTES), 0, PIECE_BYTES, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
