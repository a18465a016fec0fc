import { basename } from 'node:path'
import type { Page } from '@playwright/test'
import { coveringSheets, type HostileSheet, strippedSheets } from '../../apps/server/test/hostile-css.ts'
import { openCanary } from '../fixtures/canary.ts'
import type { Deployment } from '../fixtures/deployment.ts'
import { expect, test } from '../fixtures/test.ts'

const FOREIGN = 'https://evil.invalid'
const FORM = 'stile'
const STEP = 'modulo'
const SHEETS: readonly HostileSheet[] = [...strippedSheets(FOREIGN), ...coveringSheets()]
const [WIDTH, HEIGHT] = [1280, 800]
const formOf = (at: number) => `${FORM}-${at}`

/** Elements of the page around the form. A customer's style sheet must not affect them. */
const AROUND = ['.page-header', '.panel', '.page-footer', '.cookie-banner']
/** Elements of the form that visitors must always be able to click. */
const PRESSED = ['.send-button', '.captcha']

/** Returns a bundle with one form without a style sheet, and one copy of the form for each hostile style sheet. */
function bundle(): object {
  const question = (property_code: string, ordering: number, input: object) => ({
    type: 'PROPERTY',
    ordering,
    value: { property_code, property_description: property_code, default_value: input },
  })
  const form_fields = [
    { type: 'HTML', ordering: 1, value: '<p>Prima di scrivere <a href="https://example.org">leggi</a></p>' },
    question('nome', 2, { input_type: 'text' }),
    question('scelta', 3, { input_type: 'select', isButtons: true, options: [{ key: 'a', value: 'A' }] }),
    { type: 'HTML', ordering: 4, value: '<p>Fine</p>' },
    { type: 'FOOTER', ordering: 5, value: { title: 'Ufficio', description: '<p>Via Roma 1</p>', links: [], colonne: [] } },
  ]
  const form_params = { form_title: 'Ufficio di prova', auth_type: ['FREE'], always_captcha: true, show_cookie_law_banner: true }
  const form = (code_form: string, params: object) => ({ code_form, code_tag: FORM, templateParams: { name: 'default2022', params } })
  return {
    definitions: [{ code_tag: FORM, tag_description: 'Che cosa?', form_params, children: [{ code_tag: STEP, tag_description: 'Modulo', form_fields }] }],
    forms: [form(FORM, {}), ...SHEETS.map(({ css }, at) => form(formOf(at), { answer_css: css }))],
  }
}

const NOTHING = { ran: [], foreign: [], stopped: [], traces: [] }

test.describe.configure({ timeout: 120_000 })

test('an author’s style sheet loads nothing, reads no input and covers nothing outside its form', async ({ browser, deployment }) => {
  await deployment.importBundle(bundle())
  const plain = await pageOf(deployment, FORM)
  const addresses = await Promise.all(SHEETS.map((_, at) => sheetOf(deployment, formOf(at), plain)))
  // The file name of a style sheet is a hash of its sanitised content. Style sheets with the same sanitised content are
  // therefore tested only once.
  const kept = new Map(
    SHEETS.flatMap(({ what, css }, at) => (addresses[at] ? [[basename(addresses[at]), { told: `${what}: ${css}`, address: addresses[at] }]] : [])),
  )
  expect(kept.size, 'what only covers stays').toBeGreaterThanOrEqual(coveringSheets().length)
  // Runs once with and once without the content security policy. Without it, the sanitiser's allow-list alone must
  // prevent all requests.
  for (const bypassCSP of [true, false]) {
    const context = await browser.newContext({ bypassCSP, viewport: { width: WIDTH, height: HEIGHT }, locale: 'it-IT' })
    const canary = await openCanary(context, deployment.url)
    const page = await context.newPage()
    const blank = await context.newPage()
    await page.goto(`${deployment.url}/${FORM}/open/${STEP}`)
    for (const part of [...AROUND, ...PRESSED]) await expect(page.locator(part)).toBeVisible()
    const recorded = () => ({ ran: canary.ran, foreign: canary.foreign, stopped: canary.stopped, traces: canary.traces })
    const before = await seen(page, blank)
    expect(faultsOf(before, before)).toEqual([])
    const faults: Record<string, string[]> = {}
    for (const { told, address } of bypassCSP ? kept.values() : []) {
      await applySheets(page, [address])
      const found = faultsOf(before, await seen(page, blank))
      if (found.length > 0) faults[told] = found
      if (canary.foreign.length > 0 || found.length > 0) break
    }
    expect({ faults, ...recorded() }).toEqual({ faults: {}, ...NOTHING })
    // Applies all hostile style sheets together while the visitor types.
    const all = [...kept.values()].map(({ address }) => address)
    await applySheets(page, all)
    await page.getByLabel('nome', { exact: true }).focus()
    await page.keyboard.type('Ma1 i')
    expect({ faults: faultsOf(before, await seen(page, blank)), ...recorded() }).toEqual({ faults: [], ...NOTHING })
    await context.close()
  }
})

async function pageOf({ url }: Deployment, form: string): Promise<string> {
  const answer = await fetch(`${url}/${form}/open/${STEP}`)
  expect(answer.status, form).toBe(200)
  return answer.text()
}

/**
 * Returns the URL of the form's own style sheet; undefined if it has none. Also expects that, apart from the style
 * sheet, the
 * page has the same HTML elements as the form without a style sheet.
 */
async function sheetOf(deployment: Deployment, form: string, plain: string): Promise<string | undefined> {
  const html = await pageOf(deployment, form)
  const address = /<link rel="stylesheet" href="([^"]+)">/.exec(html)?.[1]
  const marks = (text: string) => [...text.matchAll(/<\/?[a-z!][\w-]*/gi)].map(([mark]) => mark)
  // A form with a style sheet has no dark theme, so its footer lacks the button that switches the theme.
  const expected = address === undefined ? plain : plain.replace(/<button[^>]*><span[^>]*>Tema scuro<\/span>.*?<\/button>/, '')
  expect(marks(html.replace(/<link rel="stylesheet"[^>]*>/, '')), form).toEqual(marks(expected))
  if (address === undefined) return undefined
  const sheet = await fetch(deployment.url + address)
  expect([sheet.headers.get('content-type'), sheet.headers.get('x-content-type-options')]).toEqual(['text/css; charset=utf-8', 'nosniff'])
  return address
}

/** Replaces the style sheets that the test has applied to the page with the given style sheets. */
async function applySheets(page: Page, addresses: readonly string[]): Promise<void> {
  await page.evaluate(async (all) => {
    for (const worn of document.querySelectorAll('link[data-worn]')) worn.remove()
    const loaded = all.map((address) => {
      const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address })
      link.dataset.worn = ''
      return new Promise((resolve, reject) => {
        Object.assign(link, { onload: resolve, onerror: reject })
        document.head.append(link)
      })
    })
    await Promise.all(loaded)
  }, addresses)
}

interface Seen {
  /** Bounding boxes of the elements around the form, which must not move. */
  boxes: Record<string, string>
  /** Elements around the form, and buttons in the form, that are covered by another element. */
  covered: string[]
  /** Number of pixels outside the form (above or below it) that the style sheet has painted. */
  painted: number
}

/**
 * Measures the effects of the applied style sheets on the page.
 * @param blank a page without a content security policy, which can read the pixels of a screenshot
 */
async function seen(page: Page, blank: Page): Promise<Seen> {
  const { headerEnd, ...looked } = await page.evaluate(lookAround, { around: AROUND, pressed: PRESSED })
  const above = await page.screenshot({ clip: { x: 0, y: 0, width: WIDTH, height: Math.max(headerEnd, 1) } })
  const footerBegin = await page.evaluate(() => {
    window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
    const begin = Math.ceil(document.querySelector('.page-footer')?.getBoundingClientRect().y ?? 0)
    return Math.min(Math.max(begin, 0), window.innerHeight - 1)
  })
  const below = await page.screenshot({ clip: { x: 0, y: footerBegin, width: WIDTH, height: HEIGHT - footerBegin } })
  let painted = 0
  for (const picture of [above, below]) painted += await blank.evaluate(countPainted, picture.toString('base64'))
  return { ...looked, painted }
}

function faultsOf(before: Seen, now: Seen): string[] {
  const moved = Object.keys(before.boxes).filter((part) => before.boxes[part] !== now.boxes[part])
  return [
    ...moved.map((part) => `${part} was ${before.boxes[part]}, is ${now.boxes[part]}`),
    ...now.covered,
    ...(now.painted > 0 ? [`${now.painted} points around the form are painted`] : []),
  ]
}

/**
 * Runs in the page. Counts the pixels in one colour: every hostile style sheet paints with it, and the page itself
 * never
 * uses it.
 * @returns the number of these pixels
 */
async function countPainted(picture: string): Promise<number> {
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob())
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
  canvas?.drawImage(bitmap, 0, 0)
  const { data } = canvas?.getImageData(0, 0, bitmap.width, bitmap.height) ?? new ImageData(1, 1)
  let painted = 0
  for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 0) > 200 && (data[at + 1] ?? 0) < 60 && (data[at + 2] ?? 0) < 60) painted++
  return painted
}

/** Runs in the page. Measures the elements around the form, and finds elements that are covered. */
function lookAround({ around, pressed }: { around: string[]; pressed: string[] }): Pick<Seen, 'boxes' | 'covered'> & { headerEnd: number } {
  const covered: string[] = []
  const boxes: Record<string, string> = { page: `${document.documentElement.scrollWidth} wide` }
  const room = document.querySelector('.form-room')
  const top = (element: Element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { x, y, width, height } = element.getBoundingClientRect()
    const [left, above] = [x + width / 2, y + height / 2]
    return { at: document.elementFromPoint(left, above), left, above }
  }
  for (const part of around) {
    const whole = document.querySelector(part)
    for (const element of whole?.querySelectorAll('*') ?? []) {
      if (element.clientWidth * element.clientHeight === 0) continue
      const { at } = top(element)
      if (!whole?.contains(at)) covered.push(`${part}: <${element.localName}> lies under <${at?.localName} class="${at?.className}">`)
    }
  }
  for (const part of pressed) {
    const element = document.querySelector(part)
    if (!element || !room) continue
    const { at, left, above } = top(element)
    const { x, y, right, bottom } = room.getBoundingClientRect()
    const shown = element.clientWidth > 0 && element.clientHeight > 0 && left > x && left < right && above > y && above < bottom
    if (shown && !at?.closest(pressed.join())) covered.push(`${part} lies under <${at?.localName} class="${at?.className}">`)
  }
  window.scrollTo({ top: 0, behavior: 'instant' })
  for (const part of around) {
    const { x, y, width, height } = document.querySelector(part)?.getBoundingClientRect() ?? new DOMRect()
    // The vertical position of the footer is not compared, because it depends on the height of the form.
    boxes[part] = [x, part === '.page-footer' ? 0 : y, width, height].map(Math.round).join(' ')
  }
  return { boxes, covered, headerEnd: document.querySelector('.page-header')?.getBoundingClientRect().bottom ?? 0 }
}
