import { rm } from 'node:fs/promises'
import { DiskFiles } from '../requests/attachments/disk-files.ts'
import { AttachmentStore, type StorePlace } from '../requests/attachments/store.ts'

/**
 * Copies encrypted attachments from the disk to the object store, except those that the object store already contains.
 * The files on disk are not deleted. The command can run while servers still use the disk, and again after the servers
 * use the object store.
 * @throws StoreUnavailable; the files that were copied before the error stay in the object store.
 */
export async function moveFiles(place: StorePlace, tell: (copied: number) => void): Promise<{ copied: number; there: number }> {
  const store = new AttachmentStore(place)
  await store.prepare()
  const there = new Set<string>()
  for await (const { customerCode, ids } of store.storedBefore(Number.POSITIVE_INFINITY)) for (const id of ids) there.add(`${customerCode}/${id}`)
  const disk = new DiskFiles(place.dataDir)
  await disk.prepare()
  let [copied, known] = [0, 0]
  for await (const { customerCode, ids } of disk.storedBefore(Number.POSITIVE_INFINITY)) {
    for (const id of ids) {
      if (there.has(`${customerCode}/${id}`)) known++
      else if (await copy(disk, store, customerCode, id)) tell(++copied)
    }
  }
  return { copied, there: known }
}

/** Copies an attachment from the disk to the object store. @returns true if the file still existed on disk */
async function copy(disk: DiskFiles, store: AttachmentStore, customerCode: string, id: string): Promise<boolean> {
  const { path } = store.newFile()
  try {
    if (!(await disk.hold(customerCode, id, path))) return false
    await store.keep(customerCode, { id, path })
    return true
  } finally {
    await rm(path, { force: true })
  }
}
