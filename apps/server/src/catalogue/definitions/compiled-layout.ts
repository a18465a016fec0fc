import type { LanguageTag } from './language-tags.ts'
import type { PublishedDefinition } from './published-form.ts'

/** What a compiled definition has besides its steps. */
export interface CompiledHead {
  steps: number
  chunks: number
  /** The definition without its fields and child steps. */
  definition: Omit<PublishedDefinition['definition'], 'form_fields' | 'children'>
  languages: LanguageTag[]
  tokenLogins: { code_tag: string; lang_code: string | null }[]
  services: string[]
  openServices: string[]
  asksCaptcha: boolean
}

/**
 * The numbers of a compiled definition. A step's ordinal is its place in the order of levels (breadth first), so that the
 * child steps of a step are next to each other: those of step `n` are `firstChild[n]` to `firstChild[n + 1]`.
 */
export interface CompiledNumbers {
  /** The hashes of the steps' codes, ascending. */
  hashes: Uint32Array
  /** The ordinals of the steps with these hashes. */
  hashed: Uint32Array
  /** The ordinal of the step above each step; 0 for the root too. */
  parents: Uint32Array
  firstChild: Uint32Array
  /** The ordinal of the first step of each chunk, then the number of steps. */
  chunkSteps: Uint32Array
  /** The place of the first byte of each chunk behind the numbers, then the number of bytes. */
  chunkBytes: Uint32Array
}

const lengthsOf = ({ steps, chunks }: Pick<CompiledHead, 'steps' | 'chunks'>) =>
  ({ hashes: steps, hashed: steps, parents: steps, firstChild: steps + 1, chunkSteps: chunks + 1, chunkBytes: chunks + 1 }) satisfies Record<
    keyof CompiledNumbers,
    number
  >

/** Number of bytes of a number, and of the length of the head, which comes first. */
const WORD = Uint32Array.BYTES_PER_ELEMENT

/** Joins the parts of a compiled definition. The numbers have the byte order of the machine, which `compilerName` names. */
export function joinCompiled(head: CompiledHead, numbers: CompiledNumbers, chunks: readonly Uint8Array[]): Buffer {
  const json = Buffer.from(JSON.stringify(head))
  const padding = Buffer.alloc((WORD - (json.length % WORD)) % WORD, ' ')
  const length = new Uint32Array([json.length + padding.length])
  const names = Object.keys(lengthsOf(head)) as (keyof CompiledNumbers)[]
  return Buffer.concat([bytesOf(length), json, padding, ...names.map((name) => bytesOf(numbers[name])), ...chunks])
}

const bytesOf = (numbers: Uint32Array) => new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)

/** Splits a compiled definition into its parts, without decompressing its chunks. */
export function splitCompiled(content: Uint8Array): { head: CompiledHead; numbers: CompiledNumbers; chunks: Uint8Array } {
  // A copy of its own begins at a multiple of four bytes, as the numbers must, and keeps no larger buffer in memory.
  const bytes = new Uint8Array(content)
  const [headLength = 0] = new Uint32Array(bytes.buffer, 0, 1)
  const head = JSON.parse(Buffer.from(bytes.buffer, WORD, headLength).toString()) as CompiledHead
  let at = WORD + headLength
  const numbers = {} as CompiledNumbers
  for (const [name, length] of Object.entries(lengthsOf(head))) {
    numbers[name as keyof CompiledNumbers] = new Uint32Array(bytes.buffer, at, length)
    at += length * WORD
  }
  return { head, numbers, chunks: bytes.subarray(at) }
}

/** Hash of a step's code (32-bit FNV-1a over its UTF-16 code units). */
export function hashOfCode(code: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < code.length; at++) hash = Math.imul(hash ^ code.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
