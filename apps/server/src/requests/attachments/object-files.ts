import { type FileHandle, open, rm } from 'node:fs/promises'
import { ConfigError } from '../../platform/config.ts'
import { type Bucket, BucketRefused } from './bucket.ts'
import { FILE_ID, type PermanentFiles, type QuarantinedFile } from './permanent-files.ts'
import { StoreUnavailable } from './store-unavailable.ts'

const FOLDER = 'attachments/'
const keyOf = (customerCode: string, id: string) => `${FOLDER}${customerCode}/${id}`

/** Stores attachments as objects in the bucket of an object store, which several servers can share. */
export class ObjectFiles implements PermanentFiles {
  readonly #bucket: Bucket
  readonly #spool: () => string

  /** @param spool returns a new path in the quarantine folder, for a local copy of an object */
  constructor(bucket: Bucket, spool: () => string) {
    this.#bucket = bucket
    this.#spool = spool
  }

  async prepare(say: (message: string) => void): Promise<void> {
    try {
      await this.#bucket.check()
    } catch (error) {
      if (error instanceof BucketRefused) throw new ConfigError(`Configuration: the object store at S3_URL rejects the server: ${error.reason}`)
      if (!(error instanceof StoreUnavailable)) throw error
      say(`Object storage does not answer; requests with attachments are refused until it does. (${(error.cause as Error).message})`)
    }
  }

  async keep(customerCode: string, file: QuarantinedFile): Promise<void> {
    await this.#bucket.put(keyOf(customerCode, file.id), file.path)
    await rm(file.path, { force: true })
  }

  /**
   * Downloads an attachment from the object store to a local file, opens the file and deletes its directory entry at
   * once.
   * Even after a crash, no local copy then remains.
   */
  async open(customerCode: string, id: string): Promise<FileHandle> {
    const path = this.#spool()
    try {
      if (await this.#bucket.copy(keyOf(customerCode, id), path)) return await open(path)
      throw Object.assign(new Error(`there is no object ${keyOf(customerCode, id)}`), { code: 'ENOENT' })
    } finally {
      await rm(path, { force: true })
    }
  }

  hold(customerCode: string, id: string, path: string): Promise<boolean> {
    return this.#bucket.copy(keyOf(customerCode, id), path)
  }

  remove(customerCode: string, id: string): Promise<void> {
    return this.#bucket.remove(keyOf(customerCode, id))
  }

  async *storedBefore(moment: number): AsyncGenerator<{ customerCode: string; ids: string[] }> {
    for await (const objects of this.#bucket.list(FOLDER)) {
      const old = objects.filter(({ modified }) => modified < moment).map(({ key }) => key.slice(FOLDER.length).split('/'))
      const named = old.filter(([, id = '', ...more]) => FILE_ID.test(id) && more.length === 0)
      for (const [customerCode = '', own] of Map.groupBy(named, ([customer]) => customer)) yield { customerCode, ids: own.map(([, id = '']) => id) }
    }
  }
}
