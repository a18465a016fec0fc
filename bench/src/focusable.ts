import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { startDeployment } from '../../e2e/fixtures/deployment.ts'
import { buildPeer } from './build-peer.ts'
import { launchChromium, medianOf, THROTTLE } from './chromium.ts'

const ROUNDS = 9

/** The slow 4G connection of Chromium's developer tools; throughput in bytes per second. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }

/** The time until the first control can take the focus, divided by that of the peer, is at most this. */
const LIMIT = 1.11

interface Times {
  /** Milliseconds until the first frame in which the first control can take the focus. */
  focusable: number
  /** Milliseconds until React has hydrated the page. A press made earlier takes effect then. */
  hydrated: number
}

/**
 * Measures how soon a visitor can use the first page of a form on a slow phone (processor slowed four times, slow 4G),
 * and compares it with a page that has the same markup and styles, and that React hydrates without a form engine, without
 * data and without translations.
 */
export async function benchFocusable(): Promise<void> {
  const deployment = await startDeployment()
  const peer = await servePeer(`${deployment.url}/comune-aurora`)
  const browser = await launchChromium()
  try {
    const ours: Times[] = []
    const theirs: Times[] = []
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await visit(browser, peer.elsewhere, `${deployment.url}/comune-aurora`))
      theirs.push(await visit(browser, peer.elsewhere, peer.url))
    }
    console.log(`first page, processor slowed ${THROTTLE} times, slow 4G, median of ${ROUNDS} visits, compared with a prerendered React page`)
    for (const key of ['focusable', 'hydrated'] as const) {
      const [own, other] = [ours, theirs].map((all) => medianOf(all.map((each) => each[key]))) as [number, number]
      const ratio = own / other
      console.log(
        `  ${key.padEnd(10)} ${own.toFixed(0)} ms, peer ${other.toFixed(0)} ms, ratio ${ratio.toFixed(2)}${key === 'focusable' ? ` (limit ${LIMIT})` : ''}`,
      )
      if (key === 'focusable' && ratio > LIMIT) process.exitCode = 1
    }
  } finally {
    await browser.close()
    await peer.stop()
    await deployment.stop()
  }
}

/**
 * Opens a page with an empty cache, from a page of another site, and measures its times. Visitors come from a search, a mail
 * or the site of the office, so Chromium changes the process for both pages. From an empty tab it would change it only for the
 * product's page, whose `Cross-Origin-Opener-Policy` asks for it, and count the new process (about 160 ms) as the page's.
 */
async function visit(browser: Browser, elsewhere: string, url: string): Promise<Times> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'it-IT' })
  const page = await context.newPage()
  await page.goto(elsewhere)
  await page.addInitScript(() => {
    const look = () => {
      const first = document.querySelector<HTMLElement>('[role="option"]')
      first?.focus()
      if (first && document.activeElement === first) performance.mark('focusable')
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    // The visitor's page removes its recorder of early input as soon as React has hydrated the page.
    let recorded = false
    const hydrated = () => {
      if ('earlyInput' in window) recorded = true
      if (recorded && !('earlyInput' in window)) performance.mark('hydrated')
      else setTimeout(hydrated, 4)
    }
    hydrated()
  })
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE })
  await page.goto(url, { waitUntil: 'commit' })
  const times = await page.waitForFunction(() => {
    const [focusable, hydrated] = ['focusable', 'hydrated'].map((name) => performance.getEntriesByName(name)[0]?.startTime)
    return focusable !== undefined && hydrated !== undefined ? { focusable, hydrated } : null
  })
  const result = await times.jsonValue()
  await context.close()
  if (!result) throw new Error('the page was not measured')
  return result
}

/** Serves a copy of the page at the given URL with the peer's script, both compressed. */
async function servePeer(original: string): Promise<{ url: string; elsewhere: string; stop: () => Promise<void> }> {
  const html = await fetch(original, { headers: { 'accept-language': 'it' } }).then((response) => response.text())
  // Without the rule that hides the product's page until its data has arrived, which the peer does not have.
  const styles = html
    .match(/<style.*?<\/style>/gs)
    ?.join('')
    .replace(/#page:not\([^}]*\}/, '')
  const markup = html.match(/<div id="page">(.*)<\/div><script type="application\/json"/s)?.[1]
  const fonts = html.match(/<link rel="preload"[^>]* as="font"[^>]*>/g)?.join('') ?? ''
  if (!styles || !markup) throw new Error('the page has another structure than expected')
  const script = await buildPeer('same-page.ts')
  const document = `<!doctype html><html lang="it"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Peer</title>${fonts.replaceAll('href="/', `href="${new URL('/', original).href}`)}<link rel="modulepreload" href="/page.js">${styles}</head><body><div id="page"><div style="display:contents">${markup}</div></div><script type="module" src="/page.js"></script></body></html>`
  const contents: Record<string, { type: string; body: Buffer }> = {
    '/': { type: 'text/html; charset=utf-8', body: brotliCompressSync(document) },
    '/elsewhere': { type: 'text/html; charset=utf-8', body: brotliCompressSync('<!doctype html><title>Elsewhere</title>') },
    '/page.js': { type: 'text/javascript', body: brotliCompressSync(script) },
  }
  const server = createServer((request, response) => {
    const found = contents[request.url ?? '']
    response.writeHead(found ? 200 : 404, found && { 'content-type': found.type, 'content-encoding': 'br' })
    response.end(found?.body)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    elsewhere: `http://localhost:${port}/elsewhere`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
