import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { GOOD_PARTS, multipart } from '../../../test/raw-http.ts'
import { readMultipart } from './multipart.ts'

const LIMITS = { fields: 20, fieldBytes: 1_000, files: 5, fileBytes: 1_000_000, bodyBytes: 2_000_000 }
const FILE: [string, Buffer] = ['Content-Disposition: form-data; name="f"; filename="a.txt"\r\nContent-Type: text/plain', Buffer.alloc(20_000, 'a')]

/** Creates an HTTP request whose multipart body arrives in chunks of 4 KB. */
function messageOf(body: Buffer): IncomingMessage {
  const pieces = Array.from({ length: Math.ceil(body.length / 4_096) }, (_, at) => body.subarray(at * 4_096, (at + 1) * 4_096))
  return Object.assign(Readable.from(pieces), { headers: { 'content-type': 'multipart/form-data; boundary=B' } }) as unknown as IncomingMessage
}

describe('readMultipart with a slow disk', () => {
  test('waits until a file that arrived completely is written', async () => {
    let stored = 0
    const fields = await readMultipart(messageOf(multipart('B', [...GOOD_PARTS, FILE])), LIMITS, async ({ content }) => {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        if (stored === 0) await sleep(2_500)
        stored += chunk.length
      }
    })
    expect(fields.size).toBe(4)
    expect(stored).toBe(20_000)
  })

  test('waits until a file is synchronised to disk', async () => {
    let synced = false
    await readMultipart(messageOf(multipart('B', [...GOOD_PARTS, FILE])), LIMITS, async ({ content }) => {
      content.resume()
      await sleep(2_000)
      synced = true
    })
    expect(synced).toBe(true)
  })

  test('rejects with the error of the file that failed, but only after all other files are closed', async () => {
    const seen: string[] = []
    const reading = readMultipart(messageOf(multipart('B', [FILE, FILE, ...GOOD_PARTS])), LIMITS, async ({ content }) => {
      const mine = seen.push('open') - 1
      try {
        for await (const _ of content) if (mine === 1) throw new Error('disk full')
      } finally {
        seen[mine] = 'closed'
      }
    })
    await expect(reading).rejects.toThrow('disk full')
    expect(seen).toEqual(['closed', 'closed'])
  })
})

test.each(['multipart/form-data', 'text/plain'])(
  'readMultipart leaves no timer behind if it rejects the header “%s”, because the timer would end the process',
  async (type) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const message = Object.assign(Readable.from([]), { headers: { 'content-type': type } }) as unknown as IncomingMessage
      await expect(readMultipart(message, LIMITS, async () => {})).rejects.toThrow()
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  },
)
