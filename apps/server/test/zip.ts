import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of a ZIP archive for tests. Its options can give the entry false metadata. */
export interface ZipEntry {
  name: string
  content: string | Buffer
  /** Compression method of the ZIP entry: 0 stored, 8 deflated (default), or an unknown method. */
  method?: number
  flags?: number
  /** The unpacked size that the archive's directory states for the ZIP entry. */
  declared?: number
  /** The bytes that the archive stores for the ZIP entry; by default the compressed content. */
  packed?: Buffer
  /** The Unix file mode (`st_mode`) of the ZIP entry. */
  mode?: number
  /**
   * Index of another entry. If set, the archive's directory points to the local header of that entry instead of this
   * entry's
   * own.
   */
  at?: number
}

/** Builds a ZIP archive from its entries, without validating them (APPNOTE.TXT 4.3). */
export function zipOf(entries: readonly ZipEntry[], options: { count?: number; comment?: string } = {}): Buffer<ArrayBuffer> {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  const offsets: number[] = []
  let offset = 0
  for (const entry of entries) {
    const { method = 8, flags = 0, at } = entry
    const content = Buffer.from(entry.content)
    const packed = entry.packed ?? (method === 8 ? deflateRawSync(content, { level: 9 }) : content)
    const name = Buffer.from(entry.name)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(flags, 2)
    shared.writeUInt16LE(method, 4)
    shared.writeUInt32LE(crc32(content), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(entry.declared ?? content.length, 18)
    shared.writeUInt16LE(name.length, 22)
    offsets.push(offset)
    if (at === undefined) {
      const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, name, packed])
      locals.push(local)
      offset += local.length
    }
    const tail = Buffer.alloc(14)
    tail.writeUInt16LE(entry.mode ?? 0, 8)
    tail.writeUInt32LE(offsets[at ?? offsets.length - 1] ?? 0, 10)
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), shared, tail, name]))
  }
  const directory = Buffer.concat(central)
  const comment = Buffer.from(options.comment ?? '')
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(options.count ?? entries.length, 8)
  end.writeUInt16LE(options.count ?? entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...locals, directory, end, comment])
}
