import { hkdfSync } from 'node:crypto'
import { open, rename, rm, stat } from 'node:fs/promises'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { extract, type Pack, pack } from 'tar-stream'
import { DamagedFile, SealedReader, SealedWriter } from '../../requests/attachments/rules.ts'

/*
 * Returns the context to which the encryption of a backup is bound. A backup is a single file: a tar archive,
 * compressed by Zstandard and encrypted like attachments (`encrypted-file.ts`) with a key derived from SECRET_KEY.
 * Nobody can read the file without SECRET_KEY, and any changed, missing or additional byte is detected.
 */
const ownerOf = (secretKey: string) => ({ customerCode: '', id: 'backup', key: Buffer.from(hkdfSync('sha256', secretKey, '', 'backup-v1', 32)) })

/** Error for a backup file that cannot be read: it is not a backup, is damaged, or was made with another SECRET_KEY. */
export class BackupUnreadable extends Error {}

/**
 * Writes a backup file. The file gets its final name only when it is complete and synchronised to disk.
 * @param fill adds the entries to the backup's archive one after the other
 * @throws the signal's reason, after removing the partial file
 */
export async function writeArchive(path: string, secretKey: string, fill: (archive: Pack) => Promise<void>, signal?: AbortSignal): Promise<void> {
  // Creates the backup file before the backup begins. If the file exists or cannot be written, the backup thus fails at
  // once and not after an hour.
  await (await open(path, 'wx', 0o600)).close()
  await rm(path)
  const unfinished = `${path}.part`
  await removeLeft(unfinished)
  const handle = await open(unfinished, 'wx', 0o600)
  try {
    const sealed = new SealedWriter(handle, ownerOf(secretKey))
    const archive = pack()
    const filling = fill(archive).then(
      () => archive.finalize(),
      (error: Error) => archive.destroy(error),
    )
    await pipeline(
      archive,
      createZstdCompress(),
      new Writable({
        write: (chunk: Buffer, _encoding, done) => void sealed.write(chunk).then(() => done(), done),
        final: (done) => void sealed.end().then(() => done(), done),
      }),
      { signal },
    )
    await filling
    await handle.sync()
    await handle.close()
    await rename(unfinished, path)
  } catch (error) {
    await handle.close()
    await rm(unfinished, { force: true })
    signal?.throwIfAborted()
    throw error
  }
}

/**
 * Age in milliseconds from which a partial backup file counts as abandoned. A running backup writes to its file
 * continuously.
 */
const LEFT_MS = 600_000

/** Removes the partial file of a backup whose process was killed. Does not remove the file of a running backup. */
async function removeLeft(unfinished: string): Promise<void> {
  const left = await stat(unfinished).catch(() => undefined)
  if (left && left.mtimeMs < Date.now() - LEFT_MS) await rm(unfinished, { force: true })
}

/**
 * Yields the entries of a backup in order. The caller must read the content of an entry before it requests the next
 * entry.
 * @throws BackupUnreadable.
 */
export async function* readArchive(path: string, secretKey: string): AsyncGenerator<{ name: string; content: Readable }> {
  const reader = await SealedReader.open(path, ownerOf(secretKey)).catch(unreadable)
  const entries = extract()
  const reading = pipeline(Readable.from(reader.read()), createZstdDecompress(), entries)
  // Ignores an error of the decompression here. The code that reads the backup's entries gets the same error and
  // handles it.
  reading.catch(() => {})
  try {
    for await (const entry of entries) yield { name: entry.header.name, content: Readable.from(entry) }
    await reading
  } catch (error) {
    unreadable(error)
  } finally {
    entries.destroy()
    await reading.catch(() => {})
    await reader.close()
  }
}

function unreadable(error: unknown): never {
  if (error instanceof DamagedFile) throw new BackupUnreadable('this is no backup, or a damaged one, or it was made with another SECRET_KEY')
  throw error
}
