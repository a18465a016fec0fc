import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guardSlowRequest } from './slow-request-guard.ts'

const BODY = 4_000
let server: Server
beforeAll(async () => {
  server = createServer((request, response) => {
    guardSlowRequest(request, response, { graceMs: 300, bytesPerS: 1_000, checkMs: 50 })
    request.on('error', () => {})
    request.resume()
    request.on('end', () => response.end('thanks'))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  server.close()
})

/**
 * Sends `bytes` bytes of a request body every `everyMs` milliseconds, until the body is complete or the server closes
 * the connection.
 * @returns the server's response; empty if the connection was reset
 */
async function answerTo(bytes: number, everyMs: number): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString()
    socket.end()
  })
  socket.on('error', () => {})
  socket.write(`POST / HTTP/1.1\r\nHost: slow\r\nContent-Length: ${BODY}\r\n\r\n`)
  let left = BODY
  const timer = setInterval(() => {
    if (left > 0) socket.write('x'.repeat(Math.min(bytes, left)))
    left -= bytes
  }, everyMs)
  // Uses `on` instead of `once` of node:events, because the promise of `once` rejects if the connection is reset.
  await new Promise((resolve) => socket.on('close', resolve))
  clearInterval(timer)
  return answer
}

test('the server closes the connection if a request body arrives one byte at a time', async () => {
  expect(await answerTo(1, 10)).toBe('')
})

test('the server accepts a slow request body that arrives faster than the minimum rate, even after the grace period', async () => {
  expect(await answerTo(200, 50)).toContain('thanks')
})

test('the server accepts a request body that arrives all at once', async () => {
  expect(await answerTo(BODY, 1)).toContain('thanks')
})
