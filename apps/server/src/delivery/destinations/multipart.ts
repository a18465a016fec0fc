import { randomUUID } from 'node:crypto'
import type { StoredFileReader } from '../../requests/attachments/rules.ts'
import type { AttachedFile } from './connector.ts'

/**
 * Returns the headers and the body of a `multipart/form-data` request (RFC 7578) with one file. The body is a stream,
 * because the file may be large. A visitor chose the content of the file and therefore must not know the boundary.
 * @param name the name of the field with the file
 * @param fields the other fields, which come before the file
 */
export function multipart(name: string, file: AttachedFile, content: StoredFileReader, fields: Readonly<Record<string, string>> = {}) {
  const boundary = `sportello-${randomUUID()}`
  const before = [
    ...Object.entries(fields).map(
      ([key, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\ncontent-type: application/json\r\n\r\n${value}\r\n`,
    ),
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${escaped(file.name)}"\r\ncontent-type: ${lineOf(file.mediaType)}\r\n\r\n`,
  ].join('')
  const after = `\r\n--${boundary}--\r\n`
  async function* body() {
    yield Buffer.from(before)
    yield* content.read()
    yield Buffer.from(after)
  }
  const length = Buffer.byteLength(before) + content.size + Buffer.byteLength(after)
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': String(length) }, body: body() }
}

/** Escapes a file name as browsers do (HTML, “multipart form data”). */
const escaped = (name: string) => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const lineOf = (text: string) => text.replaceAll(/[\r\n]/g, ' ')
