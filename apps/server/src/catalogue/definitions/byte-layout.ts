/** An array of numbers as the layout stores it: of two bytes each if they all fit, else of four. */
export type Numbers = Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>

/** Number of bytes at whose multiples the arrays of numbers begin. The length of the head, which comes first, has as many. */
const WORD = Uint32Array.BYTES_PER_ELEMENT

interface Head<H> {
  own: H
  /** The arrays of numbers in their order: their names, their lengths, and whether their numbers have two bytes. */
  arrays: [name: string, length: number, isShort: boolean][]
}

/** Returns the numbers in the smaller array that can hold them. */
export function smallNumbers(numbers: readonly number[]): Numbers {
  return numbers.every((number) => number <= 0xffff) ? Uint16Array.from(numbers) : Uint32Array.from(numbers)
}

/**
 * Joins a JSON value, arrays of numbers and further bytes to bytes that can be read without parsing the numbers. The numbers have
 * the byte order of the machine.
 */
export function joinParts<N>(own: unknown, numbers: Readonly<Record<keyof N & string, Numbers>>, rest: readonly Uint8Array[] = []): Buffer {
  const arrays = Object.entries<Numbers>(numbers)
  const head: Head<unknown> = { own, arrays: arrays.map(([name, array]) => [name, array.length, array instanceof Uint16Array]) }
  const json = padded(Buffer.from(JSON.stringify(head)))
  return Buffer.concat([bytesOf(Uint32Array.of(json.length)), json, ...arrays.map(([, array]) => padded(bytesOf(array))), ...rest])
}

const bytesOf = (numbers: Numbers) => new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)

/** Adds spaces, which JSON ignores, up to a multiple of four bytes. */
const padded = (bytes: Uint8Array) => Buffer.concat([bytes, Buffer.alloc(paddingOf(bytes.length), ' ')])

const paddingOf = (length: number) => (WORD - (length % WORD)) % WORD

/** Splits what `joinParts` has joined. The result refers to the memory of `content` if that begins at the start of its buffer. */
export function splitParts<H, N>(content: Uint8Array): { own: H; numbers: N; rest: Uint8Array } {
  // Numbers must begin at a multiple of their size, and a part of a larger buffer would keep all of it in memory.
  const isWhole = content.byteOffset === 0 && content.buffer.byteLength === content.length && content.buffer instanceof ArrayBuffer
  const bytes = isWhole ? (content as Uint8Array<ArrayBuffer>) : new Uint8Array(content)
  const [headLength = 0] = new Uint32Array(bytes.buffer, 0, 1)
  const { own, arrays } = JSON.parse(Buffer.from(bytes.buffer, WORD, headLength).toString()) as Head<H>
  let at = WORD + headLength
  const numbers: Record<string, Numbers> = {}
  for (const [name, length, isShort] of arrays) {
    const array = isShort ? new Uint16Array(bytes.buffer, at, length) : new Uint32Array(bytes.buffer, at, length)
    numbers[name] = array
    at += array.byteLength + paddingOf(array.byteLength)
  }
  return { own, numbers: numbers as N, rest: bytes.subarray(at) }
}
