import { zstdDecompressSync } from 'node:zlib'
import type { Definition, Tag } from '@sportello/contract'
import { LRUCache } from 'lru-cache'
import { type Numbers, splitParts } from './byte-layout.ts'
import { type CompiledHead, type CompiledNumbers, type CompiledStep, hashOfCode } from './compiled-layout.ts'
import type { PublishedDefinition, PublishedNode, PublishedNodes } from './published-form.ts'

/** Maximum memory in bytes of the chunks of all compiled definitions that this process keeps decompressed. */
const MAX_CHUNK_BYTES = 32 * 1_048_576
/** Estimated bytes of memory of a character of a chunk's JSON. */
const BYTES_PER_CHARACTER = 3

/** The steps of a decompressed chunk. Each step refers to its chunk, so that the chunk stays in memory while one of its steps is used. */
interface Chunk {
  steps: { tag: Tag; ahead: number | null; siblings: Record<string, string> }[]
  bytes: number
}

/** The chunks that were used last. Others are freed as soon as nobody has one of their steps. */
const lately = new LRUCache<Chunk, true>({ maxSize: MAX_CHUNK_BYTES, sizeCalculation: (_, { bytes }) => bytes })

/** The steps of a compiled definition, decompressed chunk by chunk when they are read. */
class CompiledNodes implements PublishedNodes {
  readonly size: number
  readonly #numbers: CompiledNumbers
  readonly #bytes: Uint8Array
  readonly #chunks: (WeakRef<Chunk> | undefined)[] = []

  constructor(size: number, numbers: CompiledNumbers, bytes: Uint8Array) {
    this.size = size
    this.#numbers = numbers
    this.#bytes = bytes
  }

  has(code: string): boolean {
    return this.#ordinalOf(code) !== undefined
  }

  get(code: string): PublishedNode | undefined {
    const ordinal = this.#ordinalOf(code)
    if (ordinal === undefined) return undefined
    const path: Tag[] = []
    for (let at = ordinal; ; at = this.#numbers.parents[at] ?? 0) {
      path.unshift(this.#stepAt(at).tag)
      if (at === 0) break
    }
    return this.#nodeAt(ordinal, path)
  }

  release(): void {
    // A chunk refers to the bytes of its whole definition, which must not stay in memory because of a chunk used lately.
    for (const chunk of this.#chunks) {
      const kept = chunk?.deref()
      if (kept) lately.delete(kept)
    }
  }

  *values(): Generator<PublishedNode> {
    yield* this.#walk(0, [])
  }

  *[Symbol.iterator](): Generator<[string, PublishedNode]> {
    for (const node of this.values()) yield [node.tag.code_tag, node]
  }

  *#walk(ordinal: number, above: readonly Tag[]): Generator<PublishedNode> {
    const path = [...above, this.#stepAt(ordinal).tag]
    yield this.#nodeAt(ordinal, path)
    const { firstChild } = this.#numbers
    for (let child = firstChild[ordinal] ?? 0; child < (firstChild[ordinal + 1] ?? 0); child++) yield* this.#walk(child, path)
  }

  #nodeAt(ordinal: number, path: readonly Tag[]): PublishedNode {
    return { path, ...this.#stepAt(ordinal) }
  }

  #ordinalOf(code: string): number | undefined {
    const { hashes, hashed } = this.#numbers
    const hash = hashOfCode(code)
    for (let at = firstFrom(hashes, hash); hashes[at] === hash; at++) {
      const ordinal = hashed[at] ?? 0
      if (this.#stepAt(ordinal).tag.code_tag === code) return ordinal
    }
    return undefined
  }

  #stepAt(ordinal: number) {
    const at = lastUpTo(this.#numbers.chunkSteps, ordinal)
    const step = this.#chunkAt(at).steps[ordinal - (this.#numbers.chunkSteps[at] ?? 0)]
    if (step === undefined) throw new RangeError(`the compiled definition has no step ${ordinal}`)
    return step
  }

  #chunkAt(at: number): Chunk {
    const chunk = this.#chunks[at]?.deref() ?? this.#decompressed(at)
    // Marks the chunk as used, or keeps it again.
    if (!lately.get(chunk)) lately.set(chunk, true)
    return chunk
  }

  #decompressed(at: number): Chunk {
    const { chunkSteps, chunkBytes } = this.#numbers
    const text = zstdDecompressSync(this.#bytes.subarray(chunkBytes[at], chunkBytes[at + 1])).toString()
    const chunk: Chunk = { steps: [], bytes: text.length * BYTES_PER_CHARACTER }
    const first = chunkSteps[at] ?? 0
    chunk.steps = (JSON.parse(text) as CompiledStep[]).map(({ own, ahead, siblings = {} }, place) => ({
      tag: Object.defineProperty(own, 'children', { enumerable: true, get: () => this.#childrenOf(first + place, chunk) }) as Tag,
      ahead,
      siblings,
    }))
    this.#chunks[at] = new WeakRef(chunk)
    return chunk
  }

  /** @param _chunk the chunk of the step, which stays in memory as long as the step because the caller has to name it */
  #childrenOf(ordinal: number, _chunk: Chunk): Tag[] {
    const { firstChild } = this.#numbers
    const [first = 0, end = 0] = firstChild.subarray(ordinal, ordinal + 2)
    return Array.from({ length: end - first }, (_, at) => this.#stepAt(first + at).tag)
  }
}

/** Returns the place of the first number that is at least `value`, in ascending numbers. */
function firstFrom(numbers: Numbers, value: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the place of the last number that is at most `value`, in ascending numbers that begin with 0. */
const lastUpTo = (numbers: Numbers, value: number): number => firstFrom(numbers, value + 1) - 1

/** Reads a compiled definition (`compileDefinition`). Its steps are decompressed when they are read. */
export function openCompiled(content: Uint8Array, version: number): PublishedDefinition {
  const { own: head, numbers, rest } = splitParts<CompiledHead, CompiledNumbers>(content)
  const nodes = new CompiledNodes(head.steps, numbers, rest)
  const root = () => nodes.get(head.definition.code_tag)?.tag
  const definition = Object.defineProperties(head.definition, {
    form_fields: { enumerable: true, get: () => root()?.form_fields ?? [] },
    children: { enumerable: true, get: () => root()?.children ?? [] },
  }) as Definition
  return {
    codeTag: definition.code_tag,
    version,
    definition,
    nodes,
    languages: head.languages,
    tokenLogins: head.tokenLogins,
    services: new Set(head.services),
    openServices: new Set(head.openServices),
    asksCaptcha: head.asksCaptcha,
    isCompiled: true,
  }
}
