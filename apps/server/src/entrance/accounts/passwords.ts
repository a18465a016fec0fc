import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { ApiError } from '../../platform/http/api-error.ts'
import { Semaphore } from '../../platform/http/semaphore.ts'

/**
 * Parameters of argon2id, the library's default algorithm: 19 MiB, 2 passes, 1 lane (OWASP Password Storage Cheat
 * Sheet).
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Maximum number of password hashes that one process computes in parallel. Each computation occupies a core, 19 MiB,
 * and one of libuv's four threads, which file access and DNS look-ups also need.
 */
export const HASHES_AT_ONCE = Math.min(3, availableParallelism())
/**
 * Maximum number of password hashes that wait for computation in one process. People would not wait for a longer queue.
 */
const MAX_WAITING = 200

const hashing = new Semaphore(HASHES_AT_ONCE)

/**
 * Runs `work` when the limit of parallel password hashes allows it. @throws ApiError forms0002 if too many hashes are
 * already waiting.
 */
async function limited<T>(work: () => Promise<T>): Promise<T> {
  if (hashing.waiting >= MAX_WAITING) throw new ApiError([{ code: 'forms0002' }], { headers: { 'retry-after': '5' } })
  return hashing.run(work)
}

/** Normalises a password to NFKC, because keyboards compose the same characters in different ways. */
const normal = (password: string) => password.normalize('NFKC')

/** Returns the argon2id hash of a password in the PHC string format. */
export function hashPassword(password: string): Promise<string> {
  return limited(() => hash(normal(password), COST))
}

const nobodysHash = hash(randomBytes(32), COST)

/** Returns true if a password matches a hash. Without a hash, returns false after the same time. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const nobodys = await nobodysHash
  const right = await limited(() => verify(passwordHash ?? nobodys, normal(password)))
  return right && passwordHash !== undefined
}
