import { randomUUIDv7 } from 'node:crypto'
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type FileOwner, SealedReader } from './sealed-file.ts'

/** A file that arrived and is not yet anybody's: on disk, synced, in quarantine. */
export interface QuarantinedFile {
  id: string
  path: string
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Longer than any upload may take. */
const ABANDONED_MS = 3_600_000

/** Where attachments are kept: sealed files below the data folder, named by ids of our own, never by the visitor. */
export class AttachmentStore {
  readonly #quarantine: string
  readonly #kept: string

  constructor(dataDir: string) {
    this.#quarantine = join(dataDir, 'attachments', 'quarantine')
    this.#kept = join(dataDir, 'attachments', 'kept')
  }

  async prepare(): Promise<void> {
    await mkdir(this.#quarantine, { recursive: true, mode: 0o700 })
    await mkdir(this.#kept, { recursive: true, mode: 0o700 })
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

  pathOf(customerCode: string, id: string): string {
    return join(this.#kept, customerCode, id.slice(-2), id)
  }

  openKept(owner: FileOwner): Promise<SealedReader> {
    return SealedReader.open(this.pathOf(owner.customerCode, owner.id), owner)
  }

  /** Moves a file out of quarantine; when it resolves, the file's bytes and its name are on disk for good. */
  async keep(customerCode: string, file: QuarantinedFile): Promise<void> {
    const target = this.pathOf(customerCode, file.id)
    const folder = dirname(target)
    await rename(file.path, target).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      await mkdir(folder, { recursive: true, mode: 0o700 })
      for (const above of [dirname(folder), this.#kept]) await syncFolder(above)
      await rename(file.path, target)
    })
    await syncFolder(folder)
  }

  /** Gives a kept file a second name, which stays when the first goes. @returns whether the file is there. */
  async hold(customerCode: string, id: string, path: string): Promise<boolean> {
    return link(this.pathOf(customerCode, id), path).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return false
        throw error
      },
    )
  }

  async discardQuarantined(files: readonly QuarantinedFile[]): Promise<void> {
    await Promise.all(files.map((file) => rm(file.path, { force: true })))
  }

  /** Ids of kept files older than a moment, a customer and a folder at a time. Names that are no id of ours are left alone. */
  async *keptBefore(moment: number): AsyncGenerator<{ customerCode: string; ids: string[] }> {
    for (const customerCode of await readdir(this.#kept)) {
      for (const folder of await readdir(join(this.#kept, customerCode))) {
        const names = await readdir(join(this.#kept, customerCode, folder))
        const ages = await Promise.all(names.map((name) => stat(join(this.#kept, customerCode, folder, name)).catch(() => null)))
        yield { customerCode, ids: names.filter((name, at) => UUID.test(name) && (ages[at]?.mtimeMs ?? moment) < moment) }
      }
    }
  }

  async remove(customerCode: string, id: string): Promise<void> {
    await rm(this.pathOf(customerCode, id), { force: true })
  }

  /** Removes files wherever they are by now. */
  async discard(customerCode: string, files: readonly QuarantinedFile[]): Promise<void> {
    await Promise.all(files.flatMap((file) => [rm(file.path, { force: true }), rm(this.pathOf(customerCode, file.id), { force: true })]))
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
