import { createHmac } from 'node:crypto'
import type { Config } from '../../platform/config.ts'
import { networkOf } from '../../platform/http/network-address.ts'
import { messageKey } from '../sessions/rules.ts'

type Secret = Pick<Config, 'secretKey'>

/**
 * Returns the normalised user name by which the server finds an account. Equivalent spellings of a user name give the
 * same result.
 */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').trim().toLowerCase()
}

/** Returns a hash of a user name, token or network address, keyed with the deployment's secret key. */
function keyedHash({ secretKey }: Secret, purpose: string, ...parts: readonly string[]): Buffer {
  return createHmac('sha256', messageKey(secretKey, purpose)).update(JSON.stringify(parts)).digest()
}

/** Returns the keyed hash that the database stores instead of a login token. */
export function hashOfToken(config: Secret, customerCode: string, token: string): Buffer {
  return keyedHash(config, 'token-v1', customerCode, token.normalize('NFKC').trim())
}

/** Returns the key by which the server counts failed logins with a user name, whether or not the account exists. */
export function accountKey(config: Secret, customerCode: string, username: string): Buffer {
  return keyedHash(config, 'failed-login-account-v1', customerCode, usernameKey(username))
}

/** Returns the key by which the server counts failed logins from a network address. */
export function addressKey(config: Secret, customerCode: string, address: string): Buffer {
  return keyedHash(config, 'failed-login-address-v1', customerCode, networkOf(address))
}

const PERSON = 'account:'

/** Returns the identifier of an account's owner that the server stores in sessions opened with the account. */
export function personOfAccount(id: string): string {
  return `${PERSON}${id}`
}

export function accountOfPerson(person: string): string {
  return person.slice(PERSON.length)
}

const BEARER = 'token:'

/** Returns the identifier of a token's owner that the server stores in sessions opened with the login token. */
export function personOfToken(id: string): string {
  return `${BEARER}${id}`
}

export function tokenOfPerson(person: string): string {
  return person.slice(BEARER.length)
}

/**
 * Derives the code of a password recovery link from the deployment's secret key. Therefore the job that mails the link
 * needs no stored copy of the code.
 */
export function recoveryCode({ secretKey }: Secret, customerCode: string, id: string): string {
  return createHmac('sha256', secretKey).update(`recover_password\n${customerCode}\n${id}`).digest('base64url')
}
