import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 }

/** Ways in which a hostile browser or authenticator differs from a correct one when it uses a passkey. */
export interface Twist {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  crossOrigin?: boolean
  /**
   * Value of the user-verification flag in a passkey's response: true if the authenticator verified the user, for
   * example by a fingerprint.
   */
  isVerified?: boolean
  counter?: number
  userHandle?: string | undefined
}

/**
 * A software authenticator with one passkey (ES256, no attestation). A server cannot distinguish it from a real
 * authenticator (Web Authentication Level 3, 6).
 */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32).toString('base64url')
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #site: { rpId: string; origin: string }
  #userHandle = ''
  #counter = 0

  constructor(site: { rpId: string; origin: string }) {
    this.#site = site
  }

  /** Creates a passkey, as the browser's `navigator.credentials.create` does. */
  create(options: { challenge: string; user?: unknown }, twist: Twist = {}): object {
    this.#userHandle = (options.user as { id: string }).id
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const key = cborMap([
      [cborInteger(1), cborInteger(2)],
      [cborInteger(3), cborInteger(-7)],
      [cborInteger(-1), cborInteger(1)],
      [cborInteger(-2), cborBytes(Buffer.from(x, 'base64url'))],
      [cborInteger(-3), cborBytes(Buffer.from(y, 'base64url'))],
    ])
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const authenticatorData = Buffer.concat([this.#data(FLAGS.attested, twist), Buffer.alloc(16), length, id, key])
    const attestationObject = cborMap([
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap([])],
      [cborText('authData'), cborBytes(authenticatorData)],
    ])
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', options, twist).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    })
  }

  /** Signs a challenge with the passkey, as the browser's `navigator.credentials.get` does. */
  use(options: { challenge: string }, twist: Twist = {}): object {
    const clientData = this.#clientData('webauthn.get', options, twist)
    const data = this.#data(0, twist)
    const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()])
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
      userHandle: 'userHandle' in twist ? twist.userHandle : this.#userHandle,
    })
  }

  #credential(response: object): object {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response }
  }

  #clientData(type: string, { challenge }: { challenge: string }, twist: Twist): Buffer {
    const { origin } = this.#site
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...pick(twist, ['type', 'challenge', 'origin', 'crossOrigin']) }))
  }

  #data(flags: number, { rpId = this.#site.rpId, isVerified = true, counter }: Twist): Buffer {
    this.#counter = counter ?? this.#counter + 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(this.#counter)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags | FLAGS.present | (isVerified ? FLAGS.verified : 0)]), count])
  }
}

function pick(twist: Twist, keys: readonly (keyof Twist)[]): object {
  return Object.fromEntries(keys.flatMap((key) => (key in twist ? [[key, twist[key]]] : [])))
}

// Encodes the head of a CBOR item (RFC 8949). Supports only the parts of CBOR that a passkey needs.
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff])
}
const cborInteger = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const cborBytes = (value: Buffer) => Buffer.concat([head(2, value.length), value])
const cborText = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
const cborMap = (entries: readonly (readonly [Buffer, Buffer])[]) => Buffer.concat([head(5, entries.length), ...entries.flat()])
