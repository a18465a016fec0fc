import { typeOfName } from '@sportello/fields'
import { fileTypeFromBuffer } from 'file-type'

/** Types whose files carry no signature that can be recognised; their content is judged as text. */
const TEXT_TYPES = new Set(['text/plain', 'text/csv', 'application/xml', 'message/rfc822', 'application/rtf'])
/** Signed files (DER) have no signature either, and are not text. */
const OPAQUE_TYPES = new Set(['application/pkcs7-mime'])
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
  if (OPAQUE_TYPES.has(claimed)) return claimed
  const seen = (await fileTypeFromBuffer(file.head))?.mime
  if (TEXT_TYPES.has(claimed)) return (seen === undefined || seen === claimed || seen === 'text/rtf') && isHarmlessText(file.head) ? claimed : undefined
  return seen === claimed || (seen !== undefined && (ALSO[claimed]?.includes(seen) ?? false)) ? claimed : undefined
}

function isHarmlessText(head: Uint8Array): boolean {
  const text = Buffer.from(head).toString('latin1')
  return !text.includes('\0') && !MARKUP.test(text)
}
