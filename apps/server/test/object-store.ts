import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { objectStorageAt } from '../src/platform/addresses.ts'

/** A running object store behind a proxy that can simulate failures. */
export interface RunningStore {
  gate: Gate
  /** Returns an `S3_URL` for a bucket. Creates the bucket unless `make` is false. */
  urlOf: (bucket: string, more?: { secret?: string; make?: boolean }) => Promise<string>
  stop: () => Promise<void>
}

interface Peer {
  key: string
  secret: string
  port: number
  stop: () => Promise<void>
}

const PYTHON = '/usr/bin/python3'
const SWIFT = fileURLToPath(new URL('object-store-swift.py', import.meta.url))
/**
 * True if the object store Swift is not installed. Tests that need it are then skipped. `npm test` installs Swift if it
 * has the permission.
 */
export const NO_SWIFT = !existsSync(PYTHON) || spawnSync(PYTHON, ['-c', 'import swift']).status !== 0
if (NO_SWIFT) console.warn('SKIPPED: the tests that need a real OpenStack Swift. Install Debian’s python3-swift')

/** Starts a real object store for tests: OpenStack Swift with its S3 interface. */
export async function startObjectStore(): Promise<RunningStore> {
  const folder = await mkdtemp(join(tmpdir(), 'sportello-objects-'))
  const peer = await startSwift(folder)
  const gate = await openGate(peer.port)
  return {
    gate,
    async urlOf(bucket, { secret = peer.secret, make = true } = {}) {
      const urlAt = (port: number, password: string) => `http://${encodeURIComponent(peer.key)}:${encodeURIComponent(password)}@127.0.0.1:${port}/${bucket}`
      if (make) {
        const { client, Bucket } = clientOf(urlAt(peer.port, peer.secret))
        await client.send(new CreateBucketCommand({ Bucket }))
        client.destroy()
      }
      return urlAt(gate.port, secret)
    },
    async stop() {
      await gate.close()
      await peer.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Creates an S3 client for the bucket that an `S3_URL` names. */
export function clientOf(url: string): { client: S3Client; Bucket: string } {
  const place = objectStorageAt(url)
  if (!place) throw new Error(`${url} is no place of objects`)
  const { bucket: Bucket, endpoint, region } = place
  return { client: new S3Client({ endpoint, region, forcePathStyle: true, maxAttempts: 1, credentials: place }), Bucket }
}

async function startSwift(folder: string): Promise<Peer> {
  const [key, secret] = ['test:tester', 'a/secret+with%25:@signs?']
  const child = spawn(PYTHON, [SWIFT, folder, key, secret], { stdio: ['ignore', 'pipe', 'inherit'] })
  const cutOff = () => child.kill('SIGKILL')
  process.once('exit', cutOff)
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    key,
    secret,
    port: Number(line.toString()),
    async stop() {
      process.off('exit', cutOff)
      cutOff()
      await once(child, 'exit')
    },
  }
}

/**
 * What the proxy in front of the object store does with a connection: it passes the connection on, refuses it, accepts
 * it
 * and never answers, answers 503, or closes it after a number of bytes of the response or of the request.
 */
export type Passage = 'open' | 'shut' | 'still' | 'not now' | { answer: number } | { question: number }

/** The proxy between the server and the object store. */
interface Gate {
  port: number
  /** Sets how the proxy handles new connections to the object store, and closes the open connections. */
  let: (passage: Passage, times?: number) => void
  /** Number of connections to the object store that the proxy has made fail. */
  broken: number
  close: () => Promise<void>
}

const NOT_NOW = 'HTTP/1.1 503 Slow Down\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'

async function openGate(target: number): Promise<Gate> {
  const sockets = new Set<Socket>()
  let passage: Passage = 'open'
  let left = Number.POSITIVE_INFINITY
  const server = createServer((near) => {
    sockets.add(near)
    near.on('close', () => sockets.delete(near))
    near.on('error', () => {})
    const now = left > 0 ? passage : 'open'
    if (now !== 'open') {
      left--
      gate.broken++
    }
    if (now === 'shut') return void near.resetAndDestroy()
    if (now === 'still') return void near.resume()
    if (now === 'not now') return void near.once('data', () => near.end(NOT_NOW))
    const far = connect(target, '127.0.0.1')
    far.on('error', () => near.destroy())
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    carry(near, far, typeof now === 'object' && 'question' in now ? now.question : undefined)
    carry(far, near, typeof now === 'object' && 'answer' in now ? now.answer : undefined)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const gate: Gate = {
    port: (server.address() as AddressInfo).port,
    broken: 0,
    let(next, times = Number.POSITIVE_INFINITY) {
      passage = next
      left = times
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return gate
}

/** Copies data from one socket to another, and closes both after `bytes` bytes. */
function carry(from: Socket, to: Socket, bytes = Number.POSITIVE_INFINITY): void {
  let left = bytes
  from.on('data', (chunk: Buffer) => {
    to.write(chunk.subarray(0, left), () => {
      if (left <= 0) to.destroy()
    })
    left -= chunk.length
    if (left <= 0) from.pause()
  })
}
