import { sessionModeOf } from '../../catalogue/access/rules.ts'
import type { Preview } from '../../catalogue/customers/rules.ts'
import { emailsOf, personOf } from './known-data.ts'
import { hashOfSessionCode, type Session } from './session.ts'

/**
 * Returns the session of a preview's simulated visitor; null if the simulated access mode has no session. The server
 * does not store this session.
 */
export function previewSessionOf({ id, mode, known }: Preview): Session | null {
  const sessionMode = mode === 'SURVEY' ? undefined : sessionModeOf([mode], mode)
  return sessionMode ? { codeHash: hashOfSessionCode(id), mode: sessionMode, person: personOf(known), emails: emailsOf(known), known } : null
}
