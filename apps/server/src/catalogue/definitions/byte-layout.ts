/** Number of bytes of a number, and of the length of the head, which comes first. */
const WORD = Uint32Array.BYTES_PER_ELEMENT

interface Head<H> {
  own: H
  /** The lengths of the arrays of numbers, by their names, in the order of the arrays. */
  lengths: Record<string, number>
}

/**
 * Joins a JSON value, arrays of numbers and further bytes to a text of bytes that can be read without parsing the numbers. The
 * numbers have the byte order of the machine.
 */
export function joinParts<N>(own: unknown, numbers: Readonly<Record<keyof N & string, Uint32Array>>, rest: readonly Uint8Array[] = []): Buffer {
  const arrays = Object.entries<Uint32Array>(numbers)
  const json = Buffer.from(JSON.stringify({ own, lengths: Object.fromEntries(arrays.map(([name, array]) => [name, array.length])) }))
  const padding = Buffer.alloc((WORD - (json.length % WORD)) % WORD, ' ')
  return Buffer.concat([bytesOf(Uint32Array.of(json.length + padding.length)), json, padding, ...arrays.map(([, array]) => bytesOf(array)), ...rest])
}

const bytesOf = (numbers: Uint32Array) => new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)

/** Splits what `joinParts` has joined. */
export function splitParts<H, N>(content: Uint8Array): { own: H; numbers: N; rest: Uint8Array } {
  // A copy of its own begins at a multiple of four bytes, as the numbers must, and keeps no larger buffer in memory.
  const bytes = new Uint8Array(content)
  const [headLength = 0] = new Uint32Array(bytes.buffer, 0, 1)
  const { own, lengths } = JSON.parse(Buffer.from(bytes.buffer, WORD, headLength).toString()) as Head<H>
  let at = WORD + headLength
  const numbers: Record<string, Uint32Array> = {}
  for (const [name, length] of Object.entries(lengths)) {
    numbers[name] = new Uint32Array(bytes.buffer, at, length)
    at += length * WORD
  }
  return { own, numbers: numbers as N, rest: bytes.subarray(at) }
}
