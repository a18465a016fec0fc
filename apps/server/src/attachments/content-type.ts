import { typeOfName } from '@sportello/fields'
import { fileTypeFromBuffer } from 'file-type'

/** Types whose files carry no signature that can be recognised; their content is judged as text. */
const TEXT_TYPES = new Set(['text/plain', 'text/csv', 'application/xml', 'message/rfc822', 'application/rtf'])
/** Signed files, in DER, which nobody else recognises. */
const SIGNED_TYPES = new Set(['application/pkcs7-mime'])
/** What a look at the first bytes may call a file whose name claims the type on the left: office documents are archives. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  'application/msword': ['application/x-cfb'],
  'application/vnd.ms-excel': ['application/x-cfb'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['application/zip'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['application/zip'],
  'application/vnd.oasis.opendocument.text': ['application/zip'],
  'application/vnd.oasis.opendocument.spreadsheet': ['application/zip'],
}
const MARKUP = /<\s*(?:script|html|svg|iframe|!doctype)/i

/** The media type of a file whose name and content agree; undefined where they do not, or where the name's type is never accepted. */
export async function agreedType(file: { name: string; head: Uint8Array }): Promise<string | undefined> {
  const claimed = typeOfName(file.name)
  if (claimed === undefined) return undefined
  if (SIGNED_TYPES.has(claimed)) return isSigned(Buffer.from(file.head)) ? claimed : undefined
  const seen = (await fileTypeFromBuffer(file.head))?.mime
  if (TEXT_TYPES.has(claimed)) return (seen === undefined || seen === claimed || seen === 'text/rtf') && isHarmlessText(file.head) ? claimed : undefined
  return seen === claimed || (seen !== undefined && (ALSO[claimed]?.includes(seen) ?? false)) ? claimed : undefined
}

function isHarmlessText(head: Uint8Array): boolean {
  const text = Buffer.from(head).toString('latin1')
  return !text.includes('\0') && !MARKUP.test(text)
}

const PEM_HEAD = /^-----BEGIN (?:PKCS7|CMS)-----\r?\n/
const BASE64 = /^[A-Za-z0-9+/\r\n]+={0,2}\s*$/

/** Whether this is how a signed file begins (RFC 5652, ContentInfo), in BER or DER, or in base64, with a head (RFC 7468) or, as some programs write it, without. */
function isSigned(head: Buffer): boolean {
  if (isContentInfo(head)) return true
  const [body = ''] = head.toString('latin1').replace(PEM_HEAD, '').split('-----END')
  return BASE64.test(body) && isContentInfo(Buffer.from(body, 'base64'))
}

/** A sequence (X.690, 8.1: of a length in one byte, in up to four more, or open) that begins with an object identifier. */
function isContentInfo(bytes: Buffer): boolean {
  const [tag, length = 0] = bytes
  if (tag !== 0x30 || length > 0x84) return false
  return bytes[length < 0x80 ? 2 : 2 + (length - 0x80)] === 0x06
}
