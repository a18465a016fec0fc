import { promisify } from 'node:util'
import { brotliDecompress, constants, createBrotliCompress } from 'node:zlib'
import { NONCE_MARK } from './renderer.ts'

const decompress = promisify(brotliDecompress)

/**
 * Brotli settings of cached pages. Measured for a page of 61 KB with four nonces: 15,943 bytes after 5.2 ms; in one
 * piece, with the settings for other pages, 15,924 bytes.
 */
const BROTLI = {
  fast: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 16 },
  /** For pages that many visitors read. Measured for a page of 50 KB: 12,726 bytes after 107 ms, with the settings above 13,608 after 5.7 ms. */
  small: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_LGWIN]: 18 },
}

/** Length of a nonce in bytes: 16 random bytes in base64. */
const NONCE_BYTES = 24
/**
 * Number of bytes after a nonce that belong to the same piece. Brotli chooses the code of a byte by the two bytes before
 * it, so the bytes before a compressed piece must be the same for each nonce.
 */
const TAIL_BYTES = 2

/**
 * A page that is compressed once and sent to many visitors, each time with another nonce. It consists of compressed
 * pieces. Between two of them, each response has an uncompressed piece (RFC 7932, 9.2: ISUNCOMPRESSED) with its nonce.
 */
export class CompressedPage {
  /** The page with zeros in place of its nonces. */
  readonly #page: Buffer
  /** The positions of the nonces in bytes. */
  readonly #nonces: readonly number[]

  /**
   * @param pieces the compressed pieces; each but the last ends at the boundary of a byte
   * @param tails the bytes after each nonce that belong to the uncompressed piece
   */
  constructor(pieces: readonly Buffer[], tails: readonly Buffer[]) {
    const [first = Buffer.alloc(0), ...rest] = pieces
    const parts = [first]
    const nonces: number[] = []
    let length = first.length
    for (const [at, piece] of rest.entries()) {
      const { header, nonce, tail } = uncompressed(tails[at])
      nonces.push(length + header.length)
      parts.push(header, nonce, tail, piece)
      length += header.length + nonce.length + tail.length + piece.length
    }
    this.#page = Buffer.concat(parts)
    this.#nonces = nonces
  }

  /** Size of the compressed page in bytes. It is the same with each nonce. */
  get bytes(): number {
    return this.#page.length
  }

  /**
   * Returns the compressed page with the given nonce, which has `NONCE_BYTES` ASCII characters.
   * @param memory is used for the page if it is large enough
   */
  withNonce(nonce: string, memory: Buffer = Buffer.alloc(0)): Buffer {
    const { length } = this.#page
    const page = memory.length < length ? Buffer.allocUnsafe(length) : memory.subarray(0, length)
    this.#page.copy(page)
    for (const at of this.#nonces) page.write(nonce, at, 'latin1')
    return page
  }
}

/** Returns a brotli meta-block whose content is not compressed. Its header has 20 bits, which are padded to three bytes. */
function uncompressed(tail: Buffer = Buffer.alloc(0)) {
  const header = Buffer.alloc(3)
  header.writeUIntLE(((NONCE_BYTES + tail.length - 1) << 3) | (1 << 19), 0, 3)
  return { header, nonce: Buffer.alloc(NONCE_BYTES), tail }
}

/**
 * Compresses a page in pieces between its nonces. While it is compressed, bytes that no UTF-8 text contains take the
 * place of the nonces. No other part of the page can therefore refer to a nonce.
 * @returns null if the page cannot be compressed in this way, such as a page with very many nonces
 */
export async function compressPage(html: string, effort: keyof typeof BROTLI = 'fast'): Promise<CompressedPage | null> {
  const [first = '', ...texts] = html.split(NONCE_MARK)
  const rest = texts.map((text) => Buffer.from(text))
  if (rest.length > FILLERS.length || rest.some((text) => text.length < TAIL_BYTES)) return null
  const tails = rest.map((text) => text.subarray(0, TAIL_BYTES))
  const encoder = new PieceEncoder(BROTLI[effort])
  const pieces: Buffer[] = [await encoder.add(Buffer.from(first))]
  for (const [at, text] of rest.entries()) {
    await encoder.add(Buffer.concat([FILLERS[at] ?? Buffer.alloc(0), text.subarray(0, TAIL_BYTES)]))
    pieces.push(await encoder.add(text.subarray(TAIL_BYTES)))
  }
  pieces.push(Buffer.concat([pieces.pop() ?? Buffer.alloc(0), await encoder.end()]))
  const page = new CompressedPage(pieces, tails)
  // The format leaves the encoder freedoms that these pieces must not depend on. A page that could not be read is never
  // sent.
  const nonce = 'N'.repeat(NONCE_BYTES)
  const read = await decompress(page.withNonce(nonce)).catch(() => Buffer.alloc(0))
  return read.equals(Buffer.from(html.replaceAll(NONCE_MARK, nonce))) ? page : null
}

/** A brotli encoder that returns each piece as whole bytes. The pieces share the window of the encoder. */
class PieceEncoder {
  readonly #encoder: ReturnType<typeof createBrotliCompress>
  #chunks: Buffer[] = []

  constructor(params: Readonly<Record<number, number>>) {
    this.#encoder = createBrotliCompress({ params: { ...params } })
    this.#encoder.on('data', (chunk: Buffer) => this.#chunks.push(chunk))
  }

  async add(text: Buffer): Promise<Buffer> {
    this.#encoder.write(text)
    await new Promise<void>((resolve) => this.#encoder.flush(resolve))
    // The encoder emits its last chunk after the callback.
    await new Promise((resolve) => setImmediate(resolve))
    return this.#take()
  }

  async end(): Promise<Buffer> {
    await new Promise((resolve) => this.#encoder.once('end', resolve).end())
    return this.#take()
  }

  #take(): Buffer {
    const piece = Buffer.concat(this.#chunks)
    this.#chunks = []
    return piece
  }
}

/** Bytes that no UTF-8 text contains (RFC 3629). */
const NO_TEXT = [0xc0, 0xc1, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa, 0xfb, 0xfc, 0xfd, 0xfe, 0xff]

/**
 * Texts in place of the nonces while a page is compressed. No two bytes follow each other twice, so the encoder finds no
 * repetition in them and writes each byte as it is.
 */
const FILLERS: readonly Buffer[] = fillers()

function fillers(): Buffer[] {
  // Appends the last byte that makes a new pair. This rule uses all pairs (de Bruijn sequence, "prefer-largest").
  const used = new Set<string>()
  const path: number[] = []
  let last = NO_TEXT[0] ?? 0
  for (;;) {
    const next = NO_TEXT.findLast((byte) => !used.has(`${last} ${byte}`))
    if (next === undefined) break
    used.add(`${last} ${next}`)
    path.push(next)
    last = next
  }
  return Array.from({ length: Math.floor(path.length / NONCE_BYTES) }, (_, at) => Buffer.from(path.slice(at * NONCE_BYTES, (at + 1) * NONCE_BYTES)))
}
