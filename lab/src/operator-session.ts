import { createHash, randomBytes } from 'node:crypto'
import type { Lab } from './deployment.ts'

/**
 * Opens a session for an operator; by default for the operator that represents the command line.
 * @returns the session's credential
 */
export async function openSession({ owner }: Pick<Lab, 'owner'>, username = 'operator'): Promise<string> {
  const credential = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(credential).digest()
  await owner.query("insert into operator_sessions (credential_hash, username, way) values ($1, $2, 'link')", [hash, username])
  return credential
}
