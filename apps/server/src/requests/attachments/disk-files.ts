import { type FileHandle, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FILE_ID, type PermanentFiles, type QuarantinedFile } from './permanent-files.ts'

const keptFolder = (dataDir: string) => join(dataDir, 'attachments', 'kept')

/** Returns the path of an attachment stored on disk. */
export function keptPath(dataDir: string, customerCode: string, id: string): string {
  return join(keptFolder(dataDir), customerCode, id.slice(-2), id)
}

/**
 * Stores attachments in the data folder. The file names are generated ids, not the names that the visitors' files had.
 */
export class DiskFiles implements PermanentFiles {
  readonly #dataDir: string
  readonly #kept: string

  constructor(dataDir: string) {
    this.#dataDir = dataDir
    this.#kept = keptFolder(dataDir)
  }

  async prepare(): Promise<void> {
    await mkdir(this.#kept, { recursive: true, mode: 0o700 })
  }

  open(customerCode: string, id: string): Promise<FileHandle> {
    return open(this.#pathOf(customerCode, id))
  }

  /**
   * Moves a file out of quarantine to the permanent folder. The promise resolves after the file and its directory entry
   * are synchronised to disk.
   */
  async keep(customerCode: string, file: QuarantinedFile): Promise<void> {
    const target = this.#pathOf(customerCode, file.id)
    const folder = dirname(target)
    await rename(file.path, target).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      await mkdir(folder, { recursive: true, mode: 0o700 })
      for (const above of [dirname(folder), this.#kept]) await syncFolder(above)
      await rename(file.path, target)
    })
    await syncFolder(folder)
  }

  async hold(customerCode: string, id: string, path: string): Promise<boolean> {
    return link(this.#pathOf(customerCode, id), path).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return false
        throw error
      },
    )
  }

  async *storedBefore(moment: number): AsyncGenerator<{ customerCode: string; ids: string[] }> {
    for (const customerCode of await readdir(this.#kept)) {
      for (const folder of await readdir(join(this.#kept, customerCode))) {
        const names = await readdir(join(this.#kept, customerCode, folder))
        const ages = await Promise.all(names.map((name) => stat(join(this.#kept, customerCode, folder, name)).catch(() => null)))
        yield { customerCode, ids: names.filter((name, at) => FILE_ID.test(name) && (ages[at]?.mtimeMs ?? moment) < moment) }
      }
    }
  }

  async remove(customerCode: string, id: string): Promise<void> {
    await rm(this.#pathOf(customerCode, id), { force: true })
  }

  #pathOf(customerCode: string, id: string): string {
    return keptPath(this.#dataDir, customerCode, id)
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
