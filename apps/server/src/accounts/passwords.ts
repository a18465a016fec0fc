import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Fault } from '../http/fault.ts'
import { Turns } from '../http/turns.ts'

/** argon2id, the library's own choice of algorithm; 19 MiB, 2 passes, 1 lane (OWASP Password Storage Cheat Sheet). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** At once: each holds a core and 19 MiB, and a thread of the four that files and name look-ups need too. */
export const HASHES_AT_ONCE = Math.min(3, availableParallelism())
/** More than that would wait longer than a person does. */
const MAX_WAITING = 200

const turns = new Turns(HASHES_AT_ONCE)

/** Runs a few at a time, the others in their order. @throws Fault forms0002 where too many wait. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (turns.waiting >= MAX_WAITING) throw new Fault([{ code: 'forms0002' }], { headers: { 'retry-after': '5' } })
  return turns.take(work)
}

/** The same letters are the same password, however a keyboard composes them. */
const normal = (password: string) => password.normalize('NFKC')

/** An argon2id hash in PHC's format. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normal(password), COST))
}

const nobodysHash = hash(randomBytes(32), COST)

/** Whether a password is that of a hash. Where there is none it takes as long, and is not. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const nobodys = await nobodysHash
  const right = await inTurn(() => verify(passwordHash ?? nobodys, normal(password)))
  return right && passwordHash !== undefined
}
