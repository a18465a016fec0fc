import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { type FileHandle, mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { Bucket } from './bucket.ts'
import { DiskFiles } from './disk-files.ts'
import type { KeptFiles, QuarantinedFile } from './kept-files.ts'
import { ObjectFiles } from './object-files.ts'
import { StoreUnavailable } from './store-unavailable.ts'

/** Longer than any upload may take. */
const ABANDONED_MS = 3_600_000
const SWEEP_MS = 600_000
/** How often who holds files says that it is still at work: well within the time after which they would be left over. */
const HELD_MS = 60_000
const HELD_FOLDER = /^backup-[\da-f-]{36}$/

/** What decides where files are. */
export type StorePlace = Pick<Config, 'dataDir'> & Partial<Pick<Config, 'objectStorage'>>

/**
 * Attachments on their way and in their place: sealed, named by ids of our own, never by the visitor. Quarantine is on this machine's disk; what is kept,
 * there too or in an object store (docs/decisions/0031-object-storage.md).
 */
export class AttachmentStore {
  readonly #folder: string
  readonly #quarantine: string
  readonly #kept: KeptFiles
  readonly #bucket: Bucket | undefined

  constructor({ dataDir, objectStorage }: StorePlace) {
    this.#folder = join(dataDir, 'attachments')
    this.#quarantine = join(this.#folder, 'quarantine')
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
    await this.#sweepLeft()
  }

  /** Sweeps what is left over on this machine's disk, again and again: every process does. @returns what ends it. */
  startSweeping(say: (message: string) => void, everyMs = SWEEP_MS): () => void {
    const sweep = () =>
      this.#sweepLeft().catch((error: unknown) => say(`cannot sweep what was left half received: ${error instanceof Error ? error.message : error}`))
    const timer = setInterval(() => void sweep(), everyMs).unref()
    return () => clearInterval(timer)
  }

  /** Removes what a killed process left half received or held for its backup; what is younger may be another process's work. */
  async #sweepLeft(): Promise<void> {
    const before = Date.now() - ABANDONED_MS
    const held = (await readdir(this.#folder)).filter((name) => HELD_FOLDER.test(name)).map((name) => join(this.#folder, name))
    const received = (await readdir(this.#quarantine)).map((name) => join(this.#quarantine, name))
    for (const path of [...held, ...received]) {
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
      if (mtimeMs < before) await rm(path, { recursive: true, force: true })
    }
  }

  /** A folder for second names of files, on their disk, while `work` is done; one that is not touched any more is swept. */
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
