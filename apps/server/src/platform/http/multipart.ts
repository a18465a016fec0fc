import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import { apiError } from './api-error.ts'

/** Limits of a multipart body; sizes in bytes. */
export interface MultipartLimits {
  fields: number
  fieldBytes: number
  files: number
  fileBytes: number
  /** Maximum size of the whole multipart body; the server closes the connection beyond it. */
  bodyBytes: number
}

/**
 * Stores one file part; the promise resolves when the file is stored. The sink must consume `content`. `fields`
 * contains the fields that precede the file.
 */
export type FileSink = (
  part: { field: string; name: string; type: string; content: Readable & { truncated?: boolean } },
  fields: ReadonlyMap<string, string>,
) => Promise<void>

/** Timeouts of a multipart body in milliseconds: `IDLE_MS` between two chunks, `TOTAL_MS` for the whole body. */
const IDLE_MS = 20_000
const TOTAL_MS = 180_000
/** Time in milliseconds that the multipart parser may take to finish after the end of the body. */
const END_MS = 1_000

/**
 * Reads a multipart body as a stream and rejects malformed bodies. The parser reports some errors late or never (NUL
 * bytes leave it waiting for ever), so timeouts and the end of the request detect them.
 * @throws ApiError http_malformed, http_too_large, http_media_type, forms0017, forms0034.
 */
export function readMultipart(request: IncomingMessage, limits: MultipartLimits, sink: FileSink): Promise<Map<string, string>> {
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > limits.bodyBytes) return Promise.reject(apiError('http_too_large'))
  return new Promise((resolve, reject) => {
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
      // Leaves the error listener on the parser, because the parser may still emit errors after it is unpiped.
      request.unpipe(parser)
      request.resume()
      void Promise.allSettled(sinks).then(settle)
    }
    const fail = (error: Error) => {
      parser.destroy()
      // Destroys the streams of unfinished files, because the multipart parser does not close them and a sink would
      // wait for ever for the rest of its file.
      if (!settled) for (const content of open) content.destroy(error)
      finish(() => reject(error))
    }

    const parser = openParser(request, limits)
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
      // Rejects a file part without a field name or a file name instead of skipping it silently.
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
    // Detects a body that ends inside a part, because the parser never finishes then. The body is malformed if the
    // parser is not done soon after its end while no file is being written.
    const endedShort = () => (open.size > 0 ? void setTimeout(endedShort, END_MS).unref() : fail(apiError('http_malformed')))
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
        // The parser's limit is one byte higher, to distinguish a file of exactly the maximum size from a larger file.
        fileSize: limits.fileBytes + 1,
        parts: limits.fields + limits.files + 1,
        headerPairs: 20,
      },
    })
  } catch {
    throw apiError('http_malformed')
  }
}

/** Returns the multipart parser's own count of parts, which includes parts that the parser skips silently because of an unusable header. */
function partsSeenBy(parser: InstanceType<typeof Busboy>): number {
  return (parser as unknown as { _parser: { _nparts: number } })._parser._nparts
}
