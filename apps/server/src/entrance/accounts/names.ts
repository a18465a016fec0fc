import { createHmac } from 'node:crypto'
import type { Config } from '../../platform/config.ts'
import { networkOf } from '../../platform/http/network-address.ts'
import { messageKey } from '../sessions/rules.ts'

type Secret = Pick<Config, 'secretKey'>

/** How a user name is looked for: however it is typed, one person has one. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').trim().toLowerCase()
}

/** A hash that nobody can compute without the deployment's secret. */
function keyedHash({ secretKey }: Secret, purpose: string, ...parts: readonly string[]): Buffer {
  return createHmac('sha256', messageKey(secretKey, purpose)).update(JSON.stringify(parts)).digest()
}

/** What the database keeps of a token. */
export function hashOfToken(config: Secret, customerCode: string, token: string): Buffer {
  return keyedHash(config, 'token-v1', customerCode, token.normalize('NFKC').trim())
}

/** By what failed tries on a user name are counted, be there such an account or not. */
export function accountKey(config: Secret, customerCode: string, username: string): Buffer {
  return keyedHash(config, 'failed-login-account-v1', customerCode, usernameKey(username))
}

/** By what failed tries from a network address are counted. */
export function addressKey(config: Secret, customerCode: string, address: string): Buffer {
  return keyedHash(config, 'failed-login-address-v1', customerCode, networkOf(address))
}

const PERSON = 'account:'

/** Who an account's sessions belong to. */
export function personOfAccount(id: string): string {
  return `${PERSON}${id}`
}

export function accountOfPerson(person: string): string {
  return person.slice(PERSON.length)
}

const BEARER = 'token:'

/** Who a token's sessions belong to. */
export function personOfToken(id: string): string {
  return `${BEARER}${id}`
}

export function tokenOfPerson(person: string): string {
  return person.slice(BEARER.length)
}

/** The code of a recovery's link: made from the deployment's secret, so that the job which mails it needs no copy (as `confirmationCode`). */
export function recoveryCode({ secretKey }: Secret, customerCode: string, id: string): string {
  return createHmac('sha256', secretKey).update(`recover_password\n${customerCode}\n${id}`).digest('base64url')
}
