import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import { apiError } from './api-error.ts'

/** Limits for reading a multipart body. Sizes are in bytes. */
export interface MultipartLimits {
  fields: number
  fieldBytes: number
  files: number
  fileBytes: number
  /** Maximum size of the whole multipart body. If a client exceeds it, the server closes the connection. */
  bodyBytes: number
}

/**
 * Stores one uploaded file of a multipart body. The promise resolves when the file is stored. The function must read
 * `content` to the end. `fields` contains the form fields that precede the file in the body.
 */
export type FileSink = (
  part: { field: string; name: string; type: string; content: Readable & { truncated?: boolean } },
  fields: ReadonlyMap<string, string>,
) => Promise<void>

/**
 * Timeouts in milliseconds for reading a multipart body: `IDLE_MS` between two chunks, `TOTAL_MS` for the whole body.
 */
const IDLE_MS = 20_000
const TOTAL_MS = 180_000
/** Time in milliseconds that the multipart parser has to finish after the end of the body. */
const END_MS = 1_000

/**
 * Reads a multipart body as a stream and rejects malformed bodies. The parser reports some errors late or never; for
 * example, after a NUL byte it waits for ever. Timeouts and the end of the request detect such errors.
 * @throws ApiError http_malformed, http_too_large, http_media_type, forms0017, forms0034.
 */
export function readMultipart(request: IncomingMessage, limits: MultipartLimits, sink: FileSink): Promise<Map<string, string>> {
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > limits.bodyBytes) return Promise.reject(apiError('http_too_large'))
  return new Promise((resolve, reject) => {
    // Comes first, because it throws if the header of the body is malformed: no timer may be left then.
    const parser = openParser(request, limits)
    const fields = new Map<string, string>()
    const sinks: Promise<void>[] = []
    const open = new Set<Readable>()
    let parts = 0
    let received = 0
    let settled = false
    let idle: NodeJS.Timeout
    const total = setTimeout(() => fail(apiError('http_malformed')), TOTAL_MS)
    const touch = () => {
      clearTimeout(idle)
      idle = setTimeout(() => fail(apiError('http_malformed')), IDLE_MS)
    }
    touch()

    function finish(settle: () => void): void {
      if (settled) return
      settled = true
      clearTimeout(idle)
      clearTimeout(total)
      // Keeps the error listener on the multipart parser, because the parser may emit errors even after the request is
      // no longer piped to it.
      request.unpipe(parser)
      request.resume()
      void Promise.allSettled(sinks).then(settle)
    }
    const fail = (error: Error) => {
      parser.destroy()
      // Destroys the streams of unfinished files. The multipart parser does not close them, and the code that stores a
      // file would wait for ever.
      if (!settled) for (const content of open) content.destroy(error)
      finish(() => reject(error))
    }

    parser.on('field', (name, value, nameTruncated, valueTruncated) => {
      parts++
      if (nameTruncated || valueTruncated) return fail(apiError('http_too_large'))
      if (typeof name !== 'string' || fields.has(name)) return fail(apiError('http_malformed'))
      fields.set(name, value)
    })
    parser.on('file', (field, content, name, _encoding, type) => {
      parts++
      content.on('error', () => {})
      if (settled) return void content.resume()
      // Rejects an uploaded file without a field name or a file name; the multipart parser would skip such a file
      // silently.
      if (typeof field !== 'string' || typeof name !== 'string') {
        content.resume()
        return fail(apiError('http_malformed'))
      }
      open.add(content)
      content.on('close', () => open.delete(content))
      const stored = sink({ field, name, type, content }, fields)
      sinks.push(stored)
      stored.catch(fail)
    })
    parser.on('partsLimit', () => fail(apiError('http_malformed')))
    parser.on('fieldsLimit', () => fail(apiError('http_malformed')))
    parser.on('filesLimit', () => fail(apiError('forms0034', [limits.files])))
    parser.on('error', () => fail(apiError('http_malformed')))
    parser.on('finish', () => {
      const seen = partsSeenBy(parser)
      if (seen > 0 && seen !== parts) return fail(apiError('http_malformed'))
      finish(() => (parts === 0 ? reject(apiError('forms0017')) : Promise.all(sinks).then(() => resolve(fields), reject)))
    })
    request.on('data', (chunk: Buffer) => {
      touch()
      received += chunk.length
      if (received > limits.bodyBytes) fail(apiError('http_too_large'))
    })
    request.on('error', () => fail(apiError('http_malformed')))
    request.on('aborted', () => fail(apiError('http_malformed')))
    // If a multipart body ends inside a part, the parser never finishes. The body therefore counts as malformed if the
    // parser has not finished soon after the end of the body. While a file is still being written, waits longer.
    const endedShort = () => {
      if (settled) return
      if (open.size > 0) setTimeout(endedShort, END_MS).unref()
      else fail(apiError('http_malformed'))
    }
    request.on('end', () => setTimeout(endedShort, END_MS).unref())
    request.pipe(parser)
  })
}

function openParser(request: IncomingMessage, limits: MultipartLimits): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: {
        fields: limits.fields,
        fieldNameSize: 200,
        fieldSize: limits.fieldBytes,
        files: limits.files,
        // The multipart parser's limit is one byte above the maximum file size. A file that reaches this limit is too
        // large; a file of exactly the maximum size does not reach it.
        fileSize: limits.fileBytes + 1,
        parts: limits.fields + limits.files + 1,
        headerPairs: 20,
      },
    })
  } catch {
    throw apiError('http_malformed')
  }
}

/**
 * Returns the number of parts that the multipart parser has counted. It includes parts that the parser skips silently
 * because their header is unusable.
 */
function partsSeenBy(parser: InstanceType<typeof Busboy>): number {
  return (parser as unknown as { _parser: { _nparts: number } })._parser._nparts
}
