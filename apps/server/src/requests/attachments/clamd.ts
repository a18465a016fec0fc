import { connect, type Socket } from 'node:net'
import { clamdAddress } from '../../platform/addresses.ts'
import { Semaphore } from '../../platform/http/semaphore.ts'
import { inSpan } from '../../platform/telemetry/tracing.ts'

/** The result of a virus scan of one file. */
export type Verdict = { clean: true } | { clean: false; malware: string }

/** The virus scanner's version, and the date of its official signatures if it has loaded any. */
export interface ScannerVersion {
  version: string
  signatures: string | null
}

/** Error for a virus scanner that returns no reliable result. The server must then not store the file. */
export class ScannerUnavailable extends Error {}

/**
 * Timeouts in milliseconds for a call to the virus scanner clamd. `connectMs` limits the time to connect. `answerMs`
 * limits the time until the response, and also the time that a scan waits before it may start.
 */
interface ScannerTimeouts {
  connectMs: number
  answerMs: number
}

const TIMEOUTS: ScannerTimeouts = { connectMs: 2_000, answerMs: 20_000 }
/** The timeout of a virus scan, `answerMs`, is extended by this many milliseconds for each megabyte of the file. */
const MS_PER_MB = 500
/** Maximum length in bytes of the virus scanner's response, which is a single line. */
const ANSWER_BYTES = 4_096
/**
 * Maximum number of parallel virus scans in one process. Several processes may share clamd's threads (10 by default),
 * so
 * one process must not use all of them.
 */
const MAX_PARALLEL = 4

/**
 * Client of the virus scanner clamd. In its protocol (man clamd, “COMMANDS”), the client sends `zINSTREAM` and the
 * content in length-prefixed chunks, and clamd sends one response.
 */
export class VirusScanner {
  readonly #address: { host: string; port: number } | { path: string }
  readonly #timeouts: ScannerTimeouts
  readonly #semaphore = new Semaphore(MAX_PARALLEL)

  constructor(address: { host: string; port: number } | { path: string }, timeouts = TIMEOUTS) {
    this.#address = address
    this.#timeouts = timeouts
  }

  /**
   * Scans the content of a file for viruses.
   * @throws ScannerUnavailable unless clamd states clearly that the file is clean or infected; any error of reading
   * `content`.
   */
  async scan(content: AsyncIterable<Buffer>, size: number): Promise<Verdict> {
    const limitMs = this.#timeouts.answerMs + (size / 1_048_576) * MS_PER_MB
    const busy = () => new ScannerUnavailable('clamd is busy with others')
    const asked = () => this.#semaphore.run(() => this.#ask('zINSTREAM\0', limitMs, content), this.#timeouts.answerMs, busy)
    const { answer, handed } = await inSpan('clamd scan', {}, asked)
    if (answer === 'stream: OK' && !handed) throw new ScannerUnavailable('clamd said OK before it had all of the content')
    if (answer === 'stream: OK') return { clean: true }
    const malware = /^stream: (.+) FOUND$/.exec(answer)?.[1]
    if (malware === undefined) throw new ScannerUnavailable(`clamd said ${JSON.stringify(answer.slice(0, 200))}`)
    return { clean: false, malware }
  }

  /** Returns the version of the virus scanner. @throws ScannerUnavailable. */
  async version(): Promise<ScannerVersion> {
    const { answer } = await this.#ask('zVERSION\0', this.#timeouts.connectMs)
    const [, version, , date] = /^ClamAV ([\w.+~-]+)(?:\/(\d+)\/(.+))?$/.exec(answer) ?? []
    if (version === undefined) throw new ScannerUnavailable(`clamd said ${JSON.stringify(answer.slice(0, 200))}`)
    const signatures = date === undefined ? Number.NaN : Date.parse(`${date} UTC`)
    return { version, signatures: Number.isNaN(signatures) ? null : new Date(signatures).toISOString() }
  }

  async #ask(command: string, limitMs: number, content?: AsyncIterable<Buffer>): Promise<{ answer: string; handed: boolean }> {
    const socket = connect(this.#address)
    const over = new AbortController()
    const late = setTimeout(() => socket.destroy(new ScannerUnavailable('clamd did not answer in time')), limitMs)
    const unconnected = setTimeout(() => socket.destroy(new ScannerUnavailable('clamd did not take the connection in time')), this.#timeouts.connectMs)
    socket.once('connect', () => clearTimeout(unconnected))
    const answer = answerOf(socket)
    // Ignores an error of the scanner's response for now: the response may arrive or fail while the server is still
    // sending the content. The code awaits the response later and handles its error there.
    answer.catch(() => {}).finally(() => over.abort())
    try {
      socket.write(command)
      const handed = content !== undefined && (await hand(socket, content, over.signal))
      return { answer: await answer, handed }
    } finally {
      clearTimeout(late)
      clearTimeout(unconnected)
      socket.destroy()
    }
  }
}

/**
 * Sends the content of a file to the virus scanner in chunks. Stops if the scanner responds or disconnects before all
 * content was sent.
 * @returns true if all content was sent.
 */
async function hand(socket: Socket, content: AsyncIterable<Buffer>, over: AbortSignal): Promise<boolean> {
  const end = new Promise<void>((resolve) => over.addEventListener('abort', () => resolve()))
  for await (const piece of content) {
    if (over.aborted) return false
    if (piece.length === 0) continue
    const length = Buffer.alloc(4)
    length.writeUInt32BE(piece.length)
    socket.write(length)
    if (!socket.write(piece)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), end])
  }
  if (over.aborted) return false
  socket.write(Buffer.alloc(4))
  return true
}

/** Reads the virus scanner's response up to the NUL character that ends it. */
function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const fail = (why: string, cause?: unknown) => reject(cause instanceof ScannerUnavailable ? cause : new ScannerUnavailable(why, { cause }))
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      bytes += chunk.length
      const text = Buffer.concat(chunks).toString('utf8')
      const end = text.indexOf('\0')
      if (end >= 0) return end === text.length - 1 ? resolve(text.slice(0, end)) : fail('clamd said more than one answer')
      if (bytes > ANSWER_BYTES) fail('clamd said too much')
    })
    socket.on('error', (error) => fail(`clamd cannot be reached: ${error.message}`, error))
    socket.on('close', () => fail('clamd ended the connection without an answer'))
  })
}

/** Returns the client of the deployment's virus scanner; undefined if no CLAMD_URL is configured. */
export function virusScannerAt(clamdUrl: string | undefined): VirusScanner | undefined {
  const address = clamdUrl === undefined ? undefined : clamdAddress(clamdUrl)
  return address && new VirusScanner(address)
}
