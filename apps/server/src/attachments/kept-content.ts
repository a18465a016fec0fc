import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { keyedHash } from '../keys/rules.ts'
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
  const { content, key } = await openKept(services, file)
  try {
    const hash = createHash('sha256')
    for await (const piece of content.read()) hash.update(piece)
    const sha256 = hash.digest()
    // Rows of earlier versions hold the hash of the content itself.
    if (!sha256.equals(file.sha256) && !(key && storedHashOf(key, sha256).equals(file.sha256))) throw new DamagedFile('the content is not what was sent')
    return content
  } catch (error) {
    await content.close()
    throw error
  }
}

/** The hash of a file's content as its row holds it. */
export const storedHashOf = (key: Buffer, sha256: Buffer) => keyedHash(key, 'attachment-content-v1', sha256)

async function openKept(
  { attachments, customerKeys }: Pick<Services, 'attachments' | 'customerKeys'>,
  file: StoredFile,
): Promise<{ content: KeptContent; key: Buffer | undefined }> {
  const { customer_code: customerCode, id, key_id: keyId } = file
  if (keyId === null) return { content: await plainContent(await attachments.open(customerCode, id)), key: undefined }
  const key = await customerKeys.byId(customerCode, keyId)
  if (!key) throw new DamagedFile('its key is gone, or was sealed with another SECRET_KEY')
  const reader = await SealedReader.of(await attachments.open(customerCode, id), { customerCode, id, key })
  return { content: { size: reader.size, read: () => reader.read(), close: () => reader.close() }, key }
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
