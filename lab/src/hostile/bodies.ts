import { multipart, textPart } from '../../../apps/server/test/raw-http.ts'
import { API_KEY } from '../client.ts'
import type { HostileRequest } from './requests.ts'

const BOUNDARY = 'sportello-boundary'
const file = (disposition: string, type: string, content: string | Buffer): [string, string | Buffer] => [
  `Content-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}`,
  content,
]
const NOTE = file('name="attachments-photos"; filename="note.txt"', 'text/plain', 'a note\r\nof two lines')
const GOOD: [string, string | Buffer][] = [textPart('code_tag', 'report'), textPart('form_fields', '{"street":"Via Roma 1"}')]

/** Valid and invalid multipart bodies that the reliability lab (fault-injection tests) then mutates. */
const SHAPES: readonly Buffer[] = [
  GOOD,
  [...GOOD, NOTE],
  [NOTE, ...GOOD],
  [...GOOD, NOTE, NOTE],
  [...GOOD, ...GOOD],
  [...GOOD, textPart('email', 'anna@example.org'), textPart('confirmed_email', 'anna@example.org')],
  [...GOOD, file("name=attachments-photos; filename*=UTF-8''n%C3%B2te.txt", 'text/plain', 'x')],
  [...GOOD, file('name="attachments-photos"; filename="a.png"', 'image/png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))],
  [...GOOD, file('name="attachments-photos"; filename=""', 'application/octet-stream', '')],
  [...GOOD, file('name="attachments-other"; filename="a.txt"', 'text/plain', 'x')],
  [...GOOD, ...Array.from({ length: 40 }, (_, at) => textPart(`made-up-${at}`, 'x'))],
  [...GOOD, file('name="attachments-photos"; filename="big.txt"', 'text/plain', 'x'.repeat(200_000))],
].map((parts) => multipart(BOUNDARY, parts))

/** Functions that each mutate a multipart body at a given position. */
const MUTATIONS: readonly ((body: Buffer, at: number, random: RandomBelow) => Buffer)[] = [
  (body, at, random) => splice(body, at, 1, Buffer.from([random(256)])),
  (body, at, random) => splice(body, at, random(64), Buffer.alloc(0)),
  (body, at, random) => splice(body, at, 0, body.subarray(at, at + random(400))),
  (body, at) => body.subarray(0, at),
  (body, at) => body.subarray(at),
  (body, at) => splice(body, at, 0, Buffer.from(`\r\n--${BOUNDARY}`)),
  (body, at) => splice(body, at, 0, Buffer.from(`\r\n--${BOUNDARY}\r\n\r\n`)),
  (body, at) => splice(body, at, 0, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)),
  (body, at) => splice(body, at, 0, Buffer.from('\r\n')),
  (body, at) => splice(body, at, 0, Buffer.alloc(1)),
  (body, at, random) => splice(body, at, 0, Buffer.alloc(random(9_000), 'h')),
  (body, at, random) => splice(body, at, random(32), Buffer.from(Array.from({ length: random(64) }, () => random(256)))),
  (body, at) => splice(body, at, 0, Buffer.from('Content-Disposition: form-data; name="__proto__"\r\n')),
  (body) => Buffer.from(body.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
]

/**
 * Returns a random integer from 0 up to, but not including, `below`. The generator has a fixed seed, so that failures
 * can be reproduced (Marsaglia, “Xorshift RNGs”, 2003).
 */
type RandomBelow = (below: number) => number

function seededRandom(seed: number): RandomBelow {
  let state = seed | 1
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

const splice = (body: Buffer, at: number, gone: number, put: Buffer) => Buffer.concat([body.subarray(0, at), put, body.subarray(at + gone)])

/** Returns a multipart body with up to three mutations. The same `number` always gives the same body. */
export function hostileBody(number: number): HostileRequest {
  const random = seededRandom((number + 1) * 0x9e3779b1)
  const shape = number % SHAPES.length
  let body = SHAPES[shape] ?? Buffer.alloc(0)
  for (let spoiled = 0; spoiled <= random(3); spoiled++) body = MUTATIONS[random(MUTATIONS.length)]?.(body, random(body.length + 1), random) ?? body
  const head = [
    'POST /forms-service/rs/v2/forms/direct HTTP/1.1',
    'Host: lab',
    `X-Api-Key: ${API_KEY}`,
    'Connection: close',
    `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
    `Content-Length: ${body.length}`,
  ]
  return { name: `body ${number}`, bytes: Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]) }
}
