import { strFromU8, unzipSync } from 'fflate'
import { MAX_ARCHIVE_ENTRIES, MAX_UNPACKED_BYTES } from './limits.ts'

/** Error for an archive that is malformed, or whose content is larger than the limits. */
export class ArchiveRejected extends Error {
  readonly reason: 'broken' | 'too_large'

  constructor(reason: ArchiveRejected['reason']) {
    super(`archive rejected: ${reason}`)
    this.reason = reason
  }
}

/**
 * Unpacks the wanted texts of a ZIP archive, such as an office document, keyed by their names in lower case. It first
 * checks the sizes that the archive declares, because the library fflate never writes more than the declared size of an
 * entry.
 * @param wanted matches the names of the entries to unpack
 * @throws ArchiveRejected
 */
export function unpackArchive(bytes: Uint8Array, wanted: RegExp): Map<string, string> {
  let [entries, size] = [0, 0]
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, size: packed, originalSize }) => {
        entries += 1
        if (entries > MAX_ARCHIVE_ENTRIES) throw new ArchiveRejected('too_large')
        if (!wanted.test(name)) return false
        size += Math.max(packed, originalSize)
        if (size > MAX_UNPACKED_BYTES) throw new ArchiveRejected('too_large')
        return true
      },
    })
    return new Map(Object.entries(files).map(([name, content]) => [name.toLowerCase(), strFromU8(content)]))
  } catch (error) {
    throw error instanceof ArchiveRejected ? error : new ArchiveRejected('broken')
  }
}
