import { createHash, randomBytes } from 'node:crypto'
import type { FormParams, KnownData } from '@sportello/contract'
import type { AccessMode } from '../../catalogue/access/rules.ts'

/** One visitor's session on one form, as it is kept: of its code the hash alone. */
export interface Session {
  codeHash: Buffer
  mode: AccessMode
  /** Over all sessions of the same person; null where nothing says who that is. */
  person: string | null
  /** The person's addresses; empty where none is known. */
  emails: readonly string[]
  known: KnownData
}

/** 256 bits. */
export function newSessionCode(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a session code. */
export function hashOfSessionCode(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}

/** Seconds that a session lives where its form says nothing: as long as its cookie (visitor specification, section 9). */
export const COOKIE_S = 1_800
/** Seconds that a personal link lives where its form says nothing (visitor specification, section 8: "default 48"). */
const LINK_S = 48 * 3_600

export function sessionSeconds(params: FormParams, authType: string): number {
  return params.token_expiration ?? (authType === 'DYNAMIC' ? LINK_S : COOKIE_S)
}
