import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { keyedHash } from '../../platform/keys/rules.ts'
import { DamagedFile, SealedReader } from './encrypted-file.ts'
import type { StoredFile } from './queries.ts'
import type { AttachmentServices } from './services.ts'

/** A stored attachment that is open for reading. The caller must close it. */
export interface StoredFileReader {
  size: number
  read: () => AsyncGenerator<Buffer>
  close: () => Promise<void>
}

/**
 * Opens a stored attachment after verifying the hash of its whole content. A later read returns exactly the content
 * that the visitor uploaded, or fails.
 * @throws DamagedFile if the hash differs or the key was deleted; StoreUnavailable; the system's error if the file does
 * not exist.
 */
export async function openStoredFile(services: Pick<AttachmentServices, 'attachments' | 'customerKeys'>, file: StoredFile): Promise<StoredFileReader> {
  const { content, key } = await openReader(services, file)
  try {
    const hash = createHash('sha256')
    for await (const chunk of content.read()) hash.update(chunk)
    const sha256 = hash.digest()
    // Earlier releases stored a hash without a key. Files of those releases are therefore also compared with the
    // unkeyed hash.
    if (!sha256.equals(file.sha256) && !(key && storedHashOf(key, sha256).equals(file.sha256))) throw new DamagedFile('the content is not what was sent')
    return content
  } catch (error) {
    await content.close()
    throw error
  }
}

/** Returns the keyed hash of a file's content, as the database stores it. */
export const storedHashOf = (key: Buffer, sha256: Buffer) => keyedHash(key, 'attachment-content-v1', sha256)

async function openReader(
  { attachments, customerKeys }: Pick<AttachmentServices, 'attachments' | 'customerKeys'>,
  file: StoredFile,
): Promise<{ content: StoredFileReader; key: Buffer | undefined }> {
  const { customer_code: customerCode, id, key_id: keyId } = file
  if (keyId === null) return { content: await plainReader(await attachments.open(customerCode, id)), key: undefined }
  const key = await customerKeys.byId(customerCode, keyId)
  if (!key) throw new DamagedFile('its key is gone, or was sealed with another SECRET_KEY')
  const reader = await SealedReader.of(await attachments.open(customerCode, id), { customerCode, id, key })
  return { content: { size: reader.size, read: () => reader.read(), close: () => reader.close() }, key }
}

/** Reads an attachment that an earlier release stored unencrypted. */
async function plainReader(handle: FileHandle): Promise<StoredFileReader> {
  return { size: (await handle.stat()).size, read: () => chunksOf(handle), close: () => handle.close() }
}

const CHUNK_BYTES = 65_536

async function* chunksOf(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let at = 0; ; ) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
