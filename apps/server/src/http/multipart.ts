import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import { fault } from './fault.ts'

/** How much a multipart body may hold. Sizes in bytes. */
export interface MultipartLimits {
  fields: number
  fieldBytes: number
  files: number
  fileBytes: number
  /** Of the whole body; beyond it the sender is cut off. */
  bodyBytes: number
}

/** Takes one file part; must consume `content`. Resolves when the part is stored. `fields` are those that came before it. */
export type FileSink = (
  part: { field: string; name: string; type: string; content: Readable & { truncated?: boolean } },
  fields: ReadonlyMap<string, string>,
) => Promise<void>

/** A body that stands still for so long, or takes so long as a whole, is given up. */
const IDLE_MS = 20_000
const TOTAL_MS = 180_000
/** What the parser may take from the end of the body to its own. */
const END_MS = 1_000

/**
 * Reads a multipart body as a stream. Every way in which a body can be broken ends here as a refusal: the parser reports some faults
 * late or never (NUL garbage leaves it waiting for ever), so timers and the end of the socket are watched beside it.
 * @throws Fault http_malformed, http_too_large, http_media_type, forms0017, forms0034.
 */
export function readMultipart(request: IncomingMessage, limits: MultipartLimits, sink: FileSink): Promise<Map<string, string>> {
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > limits.bodyBytes) return Promise.reject(fault('http_too_large'))
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>()
    const sinks: Promise<void>[] = []
    const open = new Set<Readable>()
    let parts = 0
    let received = 0
    let settled = false
    let idle: NodeJS.Timeout
    const total = setTimeout(() => fail(fault('http_malformed')), TOTAL_MS)
    const touch = () => {
      clearTimeout(idle)
      idle = setTimeout(() => fail(fault('http_malformed')), IDLE_MS)
    }
    touch()

    function finish(settle: () => void): void {
      if (settled) return
      settled = true
      clearTimeout(idle)
      clearTimeout(total)
      // The parser keeps its error listener: it may still complain about what it is no longer asked.
      request.unpipe(parser)
      request.resume()
      void Promise.allSettled(sinks).then(settle)
    }
    const fail = (error: Error) => {
      parser.destroy()
      // The parser leaves its files open: whoever is storing one would wait for the rest of it for ever.
      if (!settled) for (const content of open) content.destroy(error)
      finish(() => reject(error))
    }

    const parser = openParser(request, limits)
    parser.on('field', (name, value, nameTruncated, valueTruncated) => {
      parts++
      if (nameTruncated || valueTruncated) return fail(fault('http_too_large'))
      if (typeof name !== 'string' || fields.has(name)) return fail(fault('http_malformed'))
      fields.set(name, value)
    })
    parser.on('file', (field, content, name, _encoding, type) => {
      parts++
      content.on('error', () => {})
      if (settled) return void content.resume()
      // A file that names neither itself nor its field must not be lost without a word.
      if (typeof field !== 'string' || typeof name !== 'string') {
        content.resume()
        return fail(fault('http_malformed'))
      }
      open.add(content)
      content.on('close', () => open.delete(content))
      const stored = sink({ field, name, type, content }, fields)
      sinks.push(stored)
      stored.catch(fail)
    })
    parser.on('partsLimit', () => fail(fault('http_malformed')))
    parser.on('fieldsLimit', () => fail(fault('http_malformed')))
    parser.on('filesLimit', () => fail(fault('forms0034', [limits.files])))
    parser.on('error', () => fail(fault('http_malformed')))
    parser.on('finish', () => {
      const seen = partsSeenBy(parser)
      if (seen > 0 && seen !== parts) return fail(fault('http_malformed'))
      finish(() => (parts === 0 ? reject(fault('forms0017')) : Promise.all(sinks).then(() => resolve(fields), reject)))
    })
    request.on('data', (chunk: Buffer) => {
      touch()
      received += chunk.length
      if (received > limits.bodyBytes) fail(fault('http_too_large'))
    })
    request.on('error', () => fail(fault('http_malformed')))
    request.on('aborted', () => fail(fault('http_malformed')))
    // A body that ends inside a part leaves the parser without its end: give it a moment, and a slow disk all it needs, then call it broken.
    const endedShort = () => (open.size > 0 ? void setTimeout(endedShort, END_MS).unref() : fail(fault('http_malformed')))
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
        // One more than allowed, so that a file of just the limit is told from one beyond it.
        fileSize: limits.fileBytes + 1,
        parts: limits.fields + limits.files + 1,
        headerPairs: 20,
      },
    })
  } catch {
    throw fault('http_malformed')
  }
}

/** How many parts a body had: those without a usable head are skipped by the parser, which tells nobody but counts them. */
function partsSeenBy(parser: InstanceType<typeof Busboy>): number {
  return (parser as unknown as { _parser: { _nparts: number } })._parser._nparts
}
