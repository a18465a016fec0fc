import { expect, test } from 'vitest'
import { agreedType } from './content-type.ts'

/** The first bytes of a signed file in the two encodings DER and BER, as created by `openssl cms -sign`. */
const DER = '308205750609 2a864886f70d010702 a08205663082056202010131 0d300b0609'
const BER = '3080 0609 2a864886f70d010702 a0803080020101310d300b0609'
const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const lines = bytes(DER).toString('base64').replaceAll(/.{16}/g, '$&\r\n')

test.each<[how: string, head: Buffer | string]>([
  ['in DER', bytes(DER)],
  ['in BER with indefinite length', bytes(BER)],
  ['of short-form length', bytes('300b 0609 2a864886f70d010701')],
  ['of long-form length', bytes('308190 0609 2a864886f70d010702')],
  ['in PEM', `-----BEGIN PKCS7-----\n${lines}`],
  ['in PEM with another label', `-----BEGIN CMS-----\r\n${lines}\r\n-----END CMS-----\r\n`],
  ['in base64 without PEM lines', lines],
  ['in base64 on one line', `${bytes(DER).toString('base64')}\n`],
])('recognises a signed file (.p7m) %s as application/pkcs7-mime', async (_how, head) =>
  expect(await agreedType({ name: 'a.pdf.p7m', head: Buffer.from(head as string) })).toBe('application/pkcs7-mime'),
)

test.each<[what: string, head: Buffer | string]>([
  ['an ASN.1 sequence of other content', bytes('3003020101')],
  ['an impossible length', bytes('3085ffffffffff06')],
  ['a PDF document', '%PDF-1.7'],
  ['a ZIP archive', bytes('504b0304')],
  ['base64 of plain text', Buffer.from('just a text').toString('base64')],
  ['plain text', 'this is no base64.'],
  ['a single byte', bytes('30')],
])('rejects a file named a.p7m whose content is not a signed file: %s', async (_what, head) =>
  expect(await agreedType({ name: 'a.p7m', head: Buffer.from(head as string) })).toBeUndefined(),
)
