import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

/**
 * The customer and the id of a stored file. The file's encryption key is derived from both. If somebody replaces a file
 * by
 * another one, the server cannot decrypt it.
 */
export interface FileOwner {
  customerCode: string
  id: string
  /** The customer's encryption key for stored files, 32 bytes. */
  key: Buffer
}

/**
 * Error for an encrypted file that was changed after it was stored: truncated, reordered, replaced by another file, or
 * altered.
 */
export class DamagedFile extends Error {}

/*
 * The bytes with which every encrypted file begins. A file consists of the constant `SPF1`, a salt and pieces. A piece
 * is 64 KB of content (the last piece may be shorter), encrypted with AES-256-GCM and followed by its tag. The nonce
 * contains the piece's number and a flag for the last piece (the STREAM construction of Hoang, Reyhanitabar, Rogaway
 * and Vizár, https://eprint.iacr.org/2015/189), so that missing, moved and appended pieces are detected. The file's key
 * is derived from the customer's key, the salt, the customer and the id.
 */
const MARK = Buffer.from('SPF1')
const SALT_BYTES = 16
const HEAD_BYTES = MARK.length + SALT_BYTES
const PIECE_BYTES = 65_536
const TAG_BYTES = 16
const SEALED_PIECE_BYTES = PIECE_BYTES + TAG_BYTES

function keyOf({ key, customerCode, id }: FileOwner, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `attachment-v1\n${customerCode}\n${id}`, 32))
}

function nonceOf(piece: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(piece, 7)
  nonce[11] = last ? 1 : 0
  return nonce
}

/** Encrypts a stream and writes it to a file in pieces of 64 KB. */
export class SealedWriter {
  readonly #handle: FileHandle
  readonly #key: Buffer
  readonly #held = Buffer.allocUnsafe(PIECE_BYTES)
  #filled = 0
  #piece = 0
  #head: Buffer | undefined

  constructor(handle: FileHandle, owner: FileOwner) {
    const salt = randomBytes(SALT_BYTES)
    this.#handle = handle
    this.#key = keyOf(owner, salt)
    this.#head = Buffer.concat([MARK, salt])
  }

  async write(content: Buffer): Promise<void> {
    for (let at = 0; at < content.length; ) {
      // Keeps a full piece in memory until it is clear whether more content follows. The last piece of a file needs a
      // different nonce.
      if (this.#filled === PIECE_BYTES) await this.#flush(false)
      const copied = content.copy(this.#held, this.#filled, at)
      this.#filled += copied
      at += copied
    }
  }

  end(): Promise<void> {
    return this.#flush(true)
  }

  async #flush(last: boolean): Promise<void> {
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonceOf(this.#piece++, last))
    const sealed = cipher.update(this.#held.subarray(0, this.#filled))
    this.#filled = 0
    const parts = [sealed, cipher.final(), cipher.getAuthTag()]
    await this.#handle.writev(this.#head ? [this.#head, ...parts] : parts)
    this.#head = undefined
  }
}

/**
 * Decrypts an encrypted file and can read it from any position. Every byte that it returns has passed the integrity
 * check.
 */
export class SealedReader {
  readonly #handle: FileHandle
  readonly #key: Buffer
  readonly #pieces: number
  /** Size of the decrypted file in bytes. */
  readonly size: number
  #last: { piece: number; content: Buffer } | undefined

  private constructor(handle: FileHandle, key: Buffer, pieces: number, size: number) {
    this.#handle = handle
    this.#key = key
    this.#pieces = pieces
    this.size = size
  }

  /** Opens an encrypted file for reading. @throws DamagedFile; the system's error if the file does not exist. */
  static async open(path: string, owner: FileOwner): Promise<SealedReader> {
    return SealedReader.of(await open(path), owner)
  }

  /**
   * Creates a reader for an encrypted file that is already open. The file handle is closed with the reader, or at once
   * if this method throws.
   * @throws DamagedFile.
   */
  static async of(handle: FileHandle, owner: FileOwner): Promise<SealedReader> {
    try {
      const { size } = await handle.stat()
      const head = Buffer.alloc(HEAD_BYTES)
      await handle.read(head, 0, HEAD_BYTES, 0)
      const pieces = Math.ceil((size - HEAD_BYTES) / SEALED_PIECE_BYTES)
      const content = size - HEAD_BYTES - pieces * TAG_BYTES
      if (pieces < 1 || content < 0 || !head.subarray(0, MARK.length).equals(MARK)) throw new DamagedFile('not a sealed file')
      return new SealedReader(handle, keyOf(owner, head.subarray(MARK.length)), pieces, content)
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  close(): Promise<void> {
    return this.#handle.close()
  }

  /** Decrypts the content of a file from `start` to `end` (exclusive). @throws DamagedFile. */
  async *read(start = 0, end = this.size): AsyncGenerator<Buffer> {
    const from = Math.floor(start / PIECE_BYTES)
    // An empty file is encrypted as one empty piece. Its tag is checked like the tags of any other file.
    const to = end === this.size ? this.#pieces - 1 : Math.floor((end - 1) / PIECE_BYTES)
    for (let piece = from; piece <= to; piece++) {
      const content = await this.#open(piece)
      const offset = piece * PIECE_BYTES
      const wanted = content.subarray(Math.max(0, start - offset), Math.max(0, end - offset))
      if (wanted.length > 0) yield wanted
    }
  }

  async #open(piece: number): Promise<Buffer> {
    if (this.#last?.piece === piece) return this.#last.content
    const last = piece === this.#pieces - 1
    const sealed = Buffer.allocUnsafe(last ? this.size - piece * PIECE_BYTES + TAG_BYTES : SEALED_PIECE_BYTES)
    const { bytesRead } = await this.#handle.read(sealed, 0, sealed.length, HEAD_BYTES + piece * SEALED_PIECE_BYTES)
    if (bytesRead < sealed.length) throw new DamagedFile('the file ends early')
    const decipher = createDecipheriv('aes-256-gcm', this.#key, nonceOf(piece, last))
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    const content = decipher.update(sealed.subarray(0, -TAG_BYTES))
    try {
      decipher.final()
    } catch {
      throw new DamagedFile(`piece ${piece} is not what was stored`)
    }
    this.#last = { piece, content }
    return content
  }
}
