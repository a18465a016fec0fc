import { createHash, randomBytes } from 'node:crypto'
import type { FormParams, KnownData } from '@sportello/contract'
import type { AccessMode } from '../../catalogue/access/rules.ts'

/**
 * A visitor's session on one form, as the database stores it. The database contains only a hash of the session's code.
 */
export interface Session {
  codeHash: Buffer
  mode: AccessMode
  /** Identifier of the person who has the session, the same in all sessions of the person; null if unknown. */
  person: string | null
  /** E-mail addresses of the person who has the session; empty if none is known. */
  emails: readonly string[]
  known: KnownData
}

/** Returns a new session code of 256 random bits. */
export function newSessionCode(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the hash of a session code. The database stores the hash and not the code itself. */
export function hashOfSessionCode(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}

/** Default lifetime of a session and of its cookie in seconds (visitor specification, section 9). */
export const COOKIE_S = 1_800
/** Default lifetime of a personal link in seconds (visitor specification, section 8: "default 48" hours). */
const LINK_S = 48 * 3_600

export function sessionSeconds(params: FormParams, authType: string): number {
  return params.token_expiration ?? (authType === 'DYNAMIC' ? LINK_S : COOKIE_S)
}
