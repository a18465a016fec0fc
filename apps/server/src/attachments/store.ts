import { randomUUIDv7 } from 'node:crypto'
import { type FileHandle, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { Bucket } from './bucket.ts'
import { DiskFiles } from './disk-files.ts'
import type { KeptFiles, QuarantinedFile } from './kept-files.ts'
import { ObjectFiles } from './object-files.ts'
import { StoreUnavailable } from './store-unavailable.ts'

/** Longer than any upload may take. */
const ABANDONED_MS = 3_600_000

/** What decides where files are. */
export type StorePlace = Pick<Config, 'dataDir'> & Partial<Pick<Config, 'objectStorage'>>

/**
 * Attachments on their way and in their place: sealed, named by ids of our own, never by the visitor. Quarantine is on this machine's disk; what is kept,
 * there too or in an object store (docs/decisions/0031-object-storage.md).
 */
export class AttachmentStore {
  readonly #quarantine: string
  readonly #kept: KeptFiles
  readonly #bucket: Bucket | undefined

  constructor({ dataDir, objectStorage }: StorePlace) {
    this.#quarantine = join(dataDir, 'attachments', 'quarantine')
    this.#bucket = objectStorage && new Bucket(objectStorage)
    this.#kept = this.#bucket ? new ObjectFiles(this.#bucket, () => this.newFile().path) : new DiskFiles(dataDir)
  }

  /** Whether the object store did what it was last asked to; undefined where there is none. */
  get objectStorage(): Pick<Bucket, 'well' | 'check'> | undefined {
    return this.#bucket
  }

  /** @throws where the object store is set up wrongly; one that does not answer may be back soon. */
  async prepare(say: (message: string) => void = () => {}): Promise<void> {
    await mkdir(this.#quarantine, { recursive: true, mode: 0o700 })
    await this.#kept.prepare(say)
    await this.#sweepQuarantine()
  }

  /** Removes what a killed process left half received; what is younger may be another process's work. */
  async #sweepQuarantine(): Promise<void> {
    const before = Date.now() - ABANDONED_MS
    for (const name of await readdir(this.#quarantine)) {
      const path = join(this.#quarantine, name)
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
      if (mtimeMs < before) await rm(path, { force: true })
    }
  }

  /** @param id of a file that comes back from a backup */
  newFile(id: string = randomUUIDv7()): QuarantinedFile {
    return { id, path: join(this.#quarantine, id) }
  }

  /** Takes a file out of quarantine; when it resolves, it is kept for good. @throws StoreUnavailable; the system's error. */
  keep(customerCode: string, file: QuarantinedFile): Promise<void> {
    return this.#kept.keep(customerCode, file)
  }

  /** Opens a kept file, as it lies there: sealed. @throws StoreUnavailable; the system's error, ENOENT where there is no such file. */
  open(customerCode: string, id: string): Promise<FileHandle> {
    return this.#kept.open(customerCode, id)
  }

  /** Gives a kept file a second name on this disk, which stays when the first goes. @returns whether the file is there. @throws StoreUnavailable. */
  hold(customerCode: string, id: string, path: string): Promise<boolean> {
    return this.#kept.hold(customerCode, id, path)
  }

  async discardQuarantined(files: readonly QuarantinedFile[]): Promise<void> {
    await Promise.all(files.map((file) => rm(file.path, { force: true })))
  }

  /** Ids of kept files older than a moment, some of one customer at a time. Names that are no id of ours are left alone. */
  keptBefore(moment: number): AsyncGenerator<{ customerCode: string; ids: string[] }> {
    return this.#kept.keptBefore(moment)
  }

  /** @throws StoreUnavailable. */
  remove(customerCode: string, id: string): Promise<void> {
    return this.#kept.remove(customerCode, id)
  }

  /** Removes kept files that no row names any more. Those of a store that does not answer go with the next sweep. */
  async removeUnnamed(files: readonly { customerCode: string; id: string }[]): Promise<void> {
    try {
      for (const { customerCode, id } of files) await this.#kept.remove(customerCode, id)
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
    }
  }

  /** Removes files wherever they are by now. Nobody waits for a store that has just failed. */
  async discard(customerCode: string, files: readonly QuarantinedFile[]): Promise<void> {
    await this.discardQuarantined(files)
    const removing = this.removeUnnamed(files.map(({ id }) => ({ customerCode, id })))
    if (this.#bucket?.well !== false) await removing
  }
}
