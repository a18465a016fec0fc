import type { Tag } from '@sportello/contract'
import type { Numbers } from './byte-layout.ts'
import type { PublishedDefinition } from './published-form.ts'

/** What a compiled definition has besides its steps. */
export interface CompiledHead extends Pick<PublishedDefinition, 'languages' | 'tokenLogins' | 'asksCaptcha'> {
  steps: number
  /** The definition without its fields and child steps. */
  definition: Omit<PublishedDefinition['definition'], 'form_fields' | 'children'>
  services: string[]
  openServices: string[]
}

/**
 * The numbers of a compiled definition. A step's ordinal is its place in the order of levels (breadth first), so that the
 * child steps of a step are next to each other: those of step `n` are `firstChild[n]` to `firstChild[n + 1]`.
 */
export interface CompiledNumbers {
  /** The hashes of the steps' codes, ascending. */
  hashes: Numbers
  /** The ordinals of the steps with these hashes. */
  hashed: Numbers
  /** The ordinal of the step above each step; 0 for the root too. */
  parents: Numbers
  firstChild: Numbers
  /** The ordinal of the first step of each chunk, then the number of steps. */
  chunkSteps: Numbers
  /** The place of the first byte of each chunk behind the numbers, then the number of bytes. */
  chunkBytes: Numbers
}

/** A step as a chunk stores it, with what would otherwise be found by reading many other steps. */
export interface CompiledStep {
  /** The step without its child steps. */
  own: Omit<Tag, 'children'>
  ahead: number | null
  siblings?: Record<string, string>
}

/** Hash of a step's code (32-bit FNV-1a over its UTF-16 code units). */
export function hashOfCode(code: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < code.length; at++) hash = Math.imul(hash ^ code.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
