import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchPace } from './body-pace.ts'

const BODY = 4_000
let server: Server
beforeAll(async () => {
  server = createServer((request, response) => {
    watchPace(request, response, { graceMs: 300, bytesPerS: 1_000, lookMs: 50 })
    request.on('error', () => {})
    request.resume()
    request.on('end', () => response.end('thanks'))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  server.close()
})

/** Sends so many bytes at a time until all are there or the connection is cut. @returns what came back */
async function answerTo(bytes: number, everyMs: number): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString()
    socket.end()
  })
  socket.on('error', () => {})
  socket.write(`POST / HTTP/1.1\r\nHost: pace\r\nContent-Length: ${BODY}\r\n\r\n`)
  let left = BODY
  const timer = setInterval(() => {
    if (left > 0) socket.write('x'.repeat(Math.min(bytes, left)))
    left -= bytes
  }, everyMs)
  // Not `once`, which rejects on the reset that a cut connection may end with.
  await new Promise((resolve) => socket.on('close', resolve))
  clearInterval(timer)
  return answer
}

test('a body that comes by the byte is cut off', async () => {
  expect(await answerTo(1, 10)).toBe('')
})

test('one that is slow, but comes, is taken, though it takes longer than the grace', async () => {
  expect(await answerTo(200, 50)).toContain('thanks')
})

test('one that comes at once is taken', async () => {
  expect(await answerTo(BODY, 1)).toContain('thanks')
})
