import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { type FileHandle, mkdir, readdir, rm, stat, unlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../platform/config.ts'
import { Bucket } from './bucket.ts'
import { DiskFiles } from './disk-files.ts'
import { ObjectFiles } from './object-files.ts'
import type { PermanentFiles, QuarantinedFile } from './permanent-files.ts'
import { StoreUnavailable } from './store-unavailable.ts'

/** Age in milliseconds after which the cleanup removes a file from quarantine; longer than any upload may take. */
const ABANDONED_MS = 3_600_000
const SWEEP_MS = 600_000
/**
 * A running backup keeps hard links in a folder and updates the folder's timestamp at this interval in milliseconds.
 * The
 * cleanup removes folders with an old timestamp.
 */
const HELD_MS = 60_000
const HELD_FOLDER = /^backup-[\da-f-]{36}$/

/**
 * The settings that determine where attachments are stored: the data folder, and the bucket if an object store is used.
 */
export type StorePlace = Pick<Config, 'dataDir'> & Partial<Pick<Config, 'objectStorage'>>

/**
 * The store of attachments. Attachments are encrypted, and their names are generated ids. Files in quarantine are on
 * the server's disk; permanent files are on disk or in an object store (docs/decisions/0031-object-storage.md).
 */
export class AttachmentStore {
  readonly #folder: string
  readonly #quarantine: string
  readonly #kept: PermanentFiles
  readonly #bucket: Bucket | undefined

  constructor({ dataDir, objectStorage }: StorePlace) {
    this.#folder = join(dataDir, 'attachments')
    this.#quarantine = join(this.#folder, 'quarantine')
    this.#bucket = objectStorage && new Bucket(objectStorage)
    this.#kept = this.#bucket ? new ObjectFiles(this.#bucket, () => this.newFile().path) : new DiskFiles(dataDir)
  }

  /** Returns the object store's client, for reading its state; undefined if attachments are stored on disk. */
  get objectStorage(): Pick<Bucket, 'well' | 'check'> | undefined {
    return this.#bucket
  }

  /**
   * Prepares the permanent storage of attachments.
   * @throws if the object store rejects the configuration. Does not throw on a timeout, because an outage may be
   * temporary.
   */
  async prepare(say: (message: string) => void = () => {}): Promise<void> {
    await mkdir(this.#quarantine, { recursive: true, mode: 0o700 })
    await this.#kept.prepare(say)
    await this.#sweepLeft()
  }

  /**
   * Starts the periodic cleanup, which removes leftover files from this server's disk. Every process runs it.
   * @returns a function that stops the cleanup.
   */
  startSweeping(say: (message: string) => void, everyMs = SWEEP_MS): () => void {
    const sweep = () =>
      this.#sweepLeft().catch((error: unknown) => say(`cannot sweep what was left half received: ${error instanceof Error ? error.message : error}`))
    const timer = setInterval(() => void sweep(), everyMs).unref()
    return () => clearInterval(timer)
  }

  /**
   * Removes incomplete uploads and hard links of crashed backups if they are old. Younger files may belong to a process
   * that is still running.
   */
  async #sweepLeft(): Promise<void> {
    const before = Date.now() - ABANDONED_MS
    const held = (await readdir(this.#folder)).filter((name) => HELD_FOLDER.test(name)).map((name) => join(this.#folder, name))
    const received = (await readdir(this.#quarantine)).map((name) => join(this.#quarantine, name))
    for (const path of [...held, ...received]) {
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
      if (mtimeMs < before) await rm(path, { recursive: true, force: true })
    }
  }

  /**
   * Runs `work` with a folder for hard links on the same disk as the stored attachments. Updates the folder's timestamp
   * while `work` runs, because the cleanup removes folders with an old timestamp.
   */
  async withHeldFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
    const folder = join(this.#folder, `backup-${randomUUID()}`)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const touching = setInterval(() => void utimes(folder, new Date(), new Date()).catch(() => {}), HELD_MS)
    try {
      return await work(folder)
    } finally {
      clearInterval(touching)
      await rm(folder, { recursive: true, force: true })
    }
  }

  /**
   * Returns the id and the quarantine path for a new attachment.
   * @param id the id of an attachment that is restored from a backup
   */
  newFile(id: string = randomUUIDv7()): QuarantinedFile {
    return { id, path: join(this.#quarantine, id) }
  }

  /**
   * Moves a file from quarantine to the permanent storage. When the promise resolves, the file is safe against a crash.
   * @throws StoreUnavailable; the system's error.
   */
  keep(customerCode: string, file: QuarantinedFile): Promise<void> {
    return this.#kept.keep(customerCode, file)
  }

  /**
   * Opens a stored attachment. Its content is still encrypted.
   * @throws StoreUnavailable; the system's error, ENOENT if the file does not exist.
   */
  open(customerCode: string, id: string): Promise<FileHandle> {
    return this.#kept.open(customerCode, id)
  }

  /**
   * Creates a hard link to a stored attachment, or a copy of it, at `path`.
   * @returns true if the attachment exists.
   * @throws StoreUnavailable.
   */
  hold(customerCode: string, id: string, path: string): Promise<boolean> {
    return this.#kept.hold(customerCode, id, path)
  }

  /** Removes files from quarantine. After a submission they are usually kept, and no longer there. */
  async discardQuarantined(files: readonly QuarantinedFile[]): Promise<void> {
    await Promise.all(files.map((file) => unlink(file.path).catch(ignoreMissing)))
  }

  /**
   * Yields the ids of attachments that were stored before the given time. Yields them in batches; each batch belongs to
   * one
   * customer. Skips files whose names are not ids.
   */
  storedBefore(moment: number): AsyncGenerator<{ customerCode: string; ids: string[] }> {
    return this.#kept.storedBefore(moment)
  }

  /** Removes a stored attachment. @throws StoreUnavailable. */
  remove(customerCode: string, id: string): Promise<void> {
    return this.#kept.remove(customerCode, id)
  }

  /**
   * Removes stored files that have no row in the attachments table. If the object store is unavailable, the next
   * cleanup removes them.
   */
  async removeUnnamed(files: readonly { customerCode: string; id: string }[]): Promise<void> {
    try {
      for (const { customerCode, id } of files) await this.#kept.remove(customerCode, id)
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
    }
  }

  /**
   * Removes the files of a rejected submission from quarantine and from the permanent storage. Does not wait for an
   * object store whose last request failed.
   */
  async discard(customerCode: string, files: readonly QuarantinedFile[]): Promise<void> {
    await this.discardQuarantined(files)
    const removing = this.removeUnnamed(files.map(({ id }) => ({ customerCode, id })))
    if (this.#bucket?.well !== false) await removing
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
