import { randomBytes } from 'node:crypto'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { compressPage } from './compressed-page.ts'
import { CachedPage, READERS_OF_SMALL_PAGES } from './page-cache.ts'
import { NONCE_MARK } from './renderer.ts'

const nonce = () => randomBytes(16).toString('base64')
const markup = (length: number) => Array.from({ length }, (_, at) => `<li class="option">${randomBytes(3).toString('hex')} Città ${at % 7} 📞</li>`).join('')
/** A page is made smaller in a fraction of a second; a busy machine takes longer. */
const WAIT = { timeout: 10_000 }
const script = `<script nonce="${NONCE_MARK}">`

describe('a page that is compressed once', () => {
  test.each<[string, string]>([
    ['no nonce', `<!doctype html>${markup(400)}`],
    ['one nonce', `<!doctype html>${script}</script>${markup(400)}`],
    ['nonces close to each other', `${script}${script}${script}</script>${markup(10)}`],
    ['a nonce at its start and near its end', `${NONCE_MARK}">${markup(300)}<b nonce="${NONCE_MARK}">`],
    ['six nonces between long texts', Array.from({ length: 6 }, () => `${script}${markup(500)}`).join('')],
    ['repetitive text', `${'ab'.repeat(5_000)}${script}${'ab'.repeat(5_000)}${script}${'ab'.repeat(40_000)}`],
    ['a text longer than the window', `${markup(3_000)}${script}${markup(3_000)}${script}`],
  ])('with %s can be read with each nonce', async (_what, html) => {
    for (const effort of ['fast', 'small'] as const) {
      const page = await compressPage(html, effort)
      for (let times = 0; times < 20; times++) {
        const own = nonce()
        expect(brotliDecompressSync(page?.withNonce(own) ?? Buffer.alloc(0)).toString()).toBe(html.replaceAll(NONCE_MARK, own))
      }
    }
  })

  test('takes little more than a page in one piece', async () => {
    const html = Array.from({ length: 4 }, () => `${script}${markup(200)}`).join('')
    const whole = brotliCompressSync(html, { params: { 1: 6, 2: 16 } }).length
    expect((await compressPage(html))?.withNonce(nonce()).length).toBeLessThan(whole + 4 * 80)
  })

  test.each<[string, string]>([
    ['too many nonces', `${script}</script>`.repeat(100)],
    ['a nonce at its very end', `<p>${NONCE_MARK}`],
  ])('with %s is not compressed in this way', async (_what, html) => {
    expect(await compressPage(html)).toBeNull()
  })
})

test('a page that many visitors read is compressed once more, and is then smaller', async () => {
  const page = new CachedPage(`${script}</script>${markup(600)}`)
  expect(() => page.withNonce('N'.repeat(24))).toThrow('not compressed')
  expect(await page.compress()).toBe(true)
  const sizes = Array.from({ length: READERS_OF_SMALL_PAGES }, () => page.withNonce('N'.repeat(24)).length)
  const [before = 0] = sizes
  expect(new Set(sizes).size).toBe(1)
  await expect.poll(() => page.withNonce('N'.repeat(24)).length, WAIT).toBeLessThan(before)
  const own = nonce()
  expect(brotliDecompressSync(page.withNonce(own)).toString()).toBe(page.html.replace(NONCE_MARK, own))
})

test('of pages that reach many readers at once, the second is made smaller only after the first', async () => {
  const [first, second] = [new CachedPage(`${script}</script>${markup(600)}`), new CachedPage(`${script}</script>${markup(150)}`)]
  const read = (page: CachedPage) => page.withNonce('N'.repeat(24)).length
  await Promise.all([first.compress(), second.compress()])
  const before = [read(first), read(second)] as const
  for (let reader = 1; reader < READERS_OF_SMALL_PAGES; reader++) {
    read(first)
    read(second)
  }
  await expect.poll(() => read(first), WAIT).toBeLessThan(before[0])
  // The second is much shorter, so that it would be ready by now if it had been started together with the first.
  expect(read(second)).toBe(before[1])
  await expect.poll(() => read(second), WAIT).toBeLessThan(before[1])
})

test('a page that becomes larger by it stays as it was', async () => {
  const page = new CachedPage(`${script}</script><h1>Richiesta non trovata</h1><p>Il modulo che cerchi non esiste. Scegli un altro modulo.</p>`)
  const read = () => page.withNonce('N'.repeat(24)).length
  await page.compress()
  const before = read()
  expect((await compressPage(page.html, 'small'))?.bytes).toBeGreaterThan(before)
  for (let reader = 1; reader < READERS_OF_SMALL_PAGES; reader++) read()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(read()).toBe(before)
})
