import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../fixtures/accessibility.ts'
import { CRISP, chatForm, chatWords, EBBY, startChatSites } from '../fixtures/chat-sites.ts'
import { enterBySso } from '../fixtures/entry-routes.ts'
import { expect, test as story } from '../fixtures/test.ts'

const MEMBER = { nome: 'Anna', cognome: 'Neri', telefono: '055 123456', cod_fiscale: 'NREANN80A41D612X', email: 'anna.neri@example.org' }
const fresh = (name: string) => `${name}-${randomUUID().slice(0, 8)}`
const it = chatWords['it-IT']

const test = story.extend<{ sites: Awaited<ReturnType<typeof startChatSites>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  sites: async ({}, use) => {
    const sites = await startChatSites()
    await use(sites)
    sites.close()
  },
})

async function expectNoViolations(page: Page): Promise<void> {
  expect(await accessibilityViolations(page)).toEqual([])
}

/** Returns the variables that CRISP's script reads when it starts: website, person and language. */
const crispVariables = (page: Page) =>
  page.evaluate(() => ['CRISP_WEBSITE_ID', 'CRISP_TOKEN_ID', 'CRISP_RUNTIME_CONFIG'].map((name) => (window as unknown as Record<string, unknown>)[name]))

/** Returns the commands that CRISP's script received, in order. */
const crispCommandsSent = (page: Page) => page.evaluate(() => (window as unknown as { fakeCrisp: { told: unknown[] } }).fakeCrisp.told)

for (const locale of ['it-IT', 'de-DE'] as const) {
  test.describe(`the live chat works in ${locale}`, () => {
    test.use({ locale })

    test('the visitor sees which data EBBY receives before the chat opens, and the chat continues after it was collapsed', async ({
      page,
      visitor,
      deployment,
      sites,
    }) => {
      const words = chatWords[locale]
      const form = fresh('ebby')
      await deployment.importBundle(chatForm(form, { ...EBBY, align: 'LEFT' }, { ebby_url: `${sites.url}/ebby` }, locale.slice(0, 2)))
      await enterBySso(page, deployment.url, form, { ...MEMBER, client: form })
      const [bubble, panel] = [visitor.button(words.bubble), visitor.dialog(words.title)]
      await expect(bubble).toHaveAttribute('aria-expanded', 'false')
      expect((await bubble.boundingBox())?.x).toBeLessThan(30)
      await expectNoViolations(page)

      await bubble.focus()
      await page.keyboard.press('Enter')
      await expect(panel.getByRole('heading', { name: words.title })).toBeFocused()
      await expect(bubble).toHaveAttribute('aria-expanded', 'true')
      for (const told of [sites.host, 'Anna', 'Neri', MEMBER.telefono, MEMBER.cod_fiscale, MEMBER.email]) await expect(panel).toContainText(told)
      await expectNoViolations(page)
      await page.keyboard.press('Escape')
      await expect(panel).toBeHidden()
      await expect(bubble).toBeFocused()
      expect(sites.visits(), 'nothing went there yet').toEqual([])
      expect((await page.context().cookies()).map(({ name }) => name)).not.toContain(`chat_${form}`)

      await page.keyboard.press('Enter')
      await visitor.tabsTo(panel.getByRole('button', { name: words.open }), 4)
      await page.keyboard.press('Enter')
      const frame = page.frameLocator('iframe')
      await expect(frame.getByRole('heading', { name: 'Come possiamo aiutarti?' })).toBeVisible()
      await expect(panel.locator('iframe')).toBeFocused()
      // The accessibility check leaves out frames of other websites, because the product does not control their
      // content.
      expect(await accessibilityViolations(page, false)).toEqual([])
      const [visit, ...more] = sites.visits()
      expect(more).toEqual([])
      expect(visit).toMatchObject({ url: expect.stringMatching(/^\/ebby\?customer=fondo-prova&message=[\w-]+$/), referer: undefined })

      // Stands for a text that the visitor is writing in the chat. It is set by script, because Chromium loses text that
      // Playwright inserts into a frame of another website while the focus moves there, sometimes for minutes.
      const message = frame.getByLabel('Messaggio')
      await message.evaluate((field: HTMLInputElement) => {
        field.value = 'Vorrei sapere'
      })
      await visitor.button(words.collapse).click()
      await expect(panel).toBeHidden()
      await expect(bubble).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(message).toHaveValue('Vorrei sapere')

      // The cookie keeps the visitor's consent to the chat for a month.
      const consent = (await page.context().cookies()).find(({ name }) => name === `chat_${form}`)
      expect((consent?.expires ?? 0) - Date.now() / 1_000).toBeCloseTo(2_592_000, -2)
      await page.reload()
      await visitor.button(words.bubble).click()
      await expect(frame.getByRole('heading', { name: 'Come possiamo aiutarti?' })).toBeVisible()
    })
  })
}

for (const [channel, label] of [
  ['ISCRITTO_MOBILE', 'App iscritti'],
  ['ISCRITTO_WEB', 'Portale web'],
] as const) {
  test(`a member who comes from the channel ${channel} opens CRISP’s chat, and the chat operators receive the member’s data`, async ({
    page,
    visitor,
    deployment,
    sites,
  }) => {
    const form = fresh('crisp')
    const settings = { crisp_url: `${sites.url}/crisp`, chat_claims_url: 'https://pratiche.example/{fondo}/{cod_fiscale}' }
    await deployment.importBundle(chatForm(form, CRISP, settings))
    await enterBySso(page, deployment.url, form, { ...MEMBER, codice_canale: channel, client: form })
    const bubble = visitor.button(it.bubble)
    const right = async () => {
      const box = await bubble.boundingBox()
      return (page.viewportSize()?.width ?? 0) - (box?.x ?? 0) - (box?.width ?? 0)
    }
    await expect(bubble).toBeVisible()
    expect(await right()).toBeLessThan(30)
    await bubble.click()
    const panel = visitor.dialog(it.title)
    for (const told of [sites.host, 'FS01', channel]) await expect(panel).toContainText(told)
    await expectNoViolations(page)
    expect(sites.visits()).toEqual([])
    expect(await page.evaluate(() => '$crisp' in window)).toBe(false)

    await visitor.button(it.open).click()
    const theirs = page.getByRole('region', { name: 'CRISP' })
    await expect(theirs).toBeVisible()
    await expect(theirs, 'its styles arrive').toHaveCSS('position', 'fixed')
    await expect(bubble).toBeHidden()
    await expect(panel).toBeHidden()
    expect(await crispVariables(page)).toEqual(['site-7', expect.stringMatching(/^[\w-]{43}$/), { locale: 'it' }])
    expect(await crispCommandsSent(page)).toEqual([
      ['config', 'position:reverse', [false]],
      ['set', 'user:email', [MEMBER.email]],
      ['set', 'user:phone', [MEMBER.telefono]],
      ['set', 'user:nickname', ['Anna Neri']],
      [
        'set',
        'session:data',
        [
          [
            ['nome', 'Anna'],
            ['cognome', 'Neri'],
            ['cod_fiscale', MEMBER.cod_fiscale],
            ['origine', label],
            ['fondo', 'FS01'],
            ['gestione_pratiche', `https://pratiche.example/FS01/${MEMBER.cod_fiscale}`],
          ],
        ],
      ],
      ['set', 'session:segments', [['FS01', label]]],
      ['do', 'chat:show'],
      ['do', 'chat:open'],
    ])

    // When the visitor closes CRISP's chat box, the page shows its own chat button again. A mark on the button
    // indicates a new message.
    await visitor.button('Chiudi CRISP').click()
    await expect(theirs).toBeHidden()
    await expect(bubble).toBeFocused()
    await page.evaluate(() => (window as unknown as { fakeCrisp: { say: (event: string) => void } }).fakeCrisp.say('message:received'))
    await visitor.button(`${it.bubble} ${it.unread}`).click()
    await expect(theirs).toBeVisible()
    expect(sites.visits()).toHaveLength(1)

    await page.reload()
    await visitor.button(it.bubble).click()
    await expect(theirs, 'the address is asked only once').toBeVisible()
  })
}

test('on a shared computer the next person does not see the previous person’s chat', async ({ page, visitor, deployment, sites }) => {
  const form = fresh('condiviso')
  await deployment.importBundle(chatForm(form, CRISP, { crisp_url: `${sites.url}/crisp` }))
  const opens = async () => {
    await visitor.button(it.bubble).click()
    const agree = visitor.button(it.open)
    await expect(agree.or(page.getByRole('region', { name: 'CRISP' }))).toBeVisible()
    if (await agree.isVisible()) await agree.click()
    await expect(page.getByRole('region', { name: 'CRISP' })).toBeVisible()
    return (await crispCommandsSent(page)).filter((told) => JSON.stringify(told) === '["do","session:reset"]').length
  }
  await enterBySso(page, deployment.url, form, { ...MEMBER, client: form })
  expect(await opens()).toBe(0)
  await page.reload()
  expect(await opens(), 'the same person goes on').toBe(0)
  await page.context().clearCookies({ name: `otp_${form}` })
  await page.reload()
  expect(await opens()).toBe(1)
  expect(await crispVariables(page)).toEqual(['site-7', null, { locale: 'it' }])
})

test('the page shows no chat button if the chat’s site is down, and the browser does not contact that site', async ({ page, visitor, deployment, sites }) => {
  const form = fresh('spento')
  await deployment.importBundle(chatForm(form, EBBY, { ebby_url: `${sites.url}/down` }))
  const asked = page.waitForResponse((response) => response.url().endsWith(`/forms/${form}/chat`))
  await visitor.opens(`/${form}`)
  expect(await (await asked).json()).toMatchObject({ data: { available: false } })
  // The browser's own times: the test may learn late that the page has loaded.
  const delay = () =>
    page.evaluate((path) => {
      const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      const call = performance.getEntriesByType('resource').find(({ name }) => name.endsWith(path))
      return load && call ? call.startTime - load.domInteractive : 0
    }, `/forms/${form}/chat`)
  await expect.poll(delay).toBeGreaterThan(1_000)
  await page.waitForLoadState('networkidle')
  await expect(visitor.button(it.bubble)).toHaveCount(0)
  expect(sites.visits()).toEqual([])
})

test('a chat that fails to open shows an error, and the next click opens it again', async ({ page, visitor, deployment, sites, expectConsoleError }) => {
  expectConsoleError(/ERR_FAILED/)
  const form = fresh('guasto')
  await deployment.importBundle(chatForm(form, CRISP, { crisp_url: `${sites.url}/crisp` }))
  await page.route('**/l.js', (route) => route.abort(), { times: 1 })
  await visitor.opens(`/${form}`)
  await visitor.button(it.bubble).click()
  const panel = visitor.dialog(it.title)
  await expect(panel).toContainText('FS01')
  await visitor.button(it.open).click()
  await expect(panel.getByRole('alert')).toHaveText(it.failed)
  await expectNoViolations(page)
  await panel.getByRole('button', { name: it.retry }).click()
  await expect(page.getByRole('region', { name: 'CRISP' })).toBeVisible()
})

test('after a submission that ends the session, the visitor can chat anonymously', async ({ page, visitor, deployment, sites, expectConsoleError }) => {
  expectConsoleError(/status of 409/)
  const form = fresh('dopo')
  await deployment.importBundle(chatForm(form, EBBY, { ebby_url: `${sites.url}/ebby` }))
  await enterBySso(page, deployment.url, form, { ...MEMBER, client: form })
  await visitor.option('Rimborso').click()
  await visitor.field('Motivo').fill('Visita oculistica')
  await expect(visitor.button(it.bubble)).toBeVisible()
  await visitor.button('Invia Richiesta').click()
  await visitor.dialog('Confermi l’invio?').getByRole('button', { name: 'Invia', exact: true }).click()
  await expect(visitor.main.getByRole('status').filter({ hasText: 'K-' })).toBeVisible()
  await visitor.button(it.bubble).click()
  await visitor.button(it.open).click()
  await expect(page.frameLocator('iframe').getByRole('heading')).toBeVisible()
})

test('on a screen of 320 by 256 pixels, a visitor can scroll to all content that the chat button covers', async ({ page, visitor, deployment, sites }) => {
  const form = fresh('stretto')
  await deployment.importBundle(chatForm(form, EBBY, { ebby_url: `${sites.url}/ebby` }))
  const sendIsFree = async () => {
    const [bubble, send] = [visitor.button(it.bubble), visitor.button('Invia Richiesta')]
    await expect(bubble).toBeVisible()
    await visitor.field('Motivo').focus()
    await visitor.tabsTo(send, 6)
    const [over, under] = [await bubble.boundingBox(), await send.boundingBox()]
    expect((under?.y ?? 0) + (under?.height ?? 0)).toBeLessThanOrEqual(over?.y ?? 0)
    await send.click({ trial: true })
  }
  await visitor.opens(`/${form}/open/rimborso`)
  await expect(visitor.button(it.bubble)).toBeVisible()
  const moved = page.evaluate(() => {
    const seen: PerformanceEntry[] = []
    new PerformanceObserver((list) => seen.push(...list.getEntries())).observe({ type: 'layout-shift', buffered: true })
    return new Promise<number>((told) => setTimeout(() => told(seen.length), 200))
  })
  expect(await moved, 'its place was kept').toBe(0)
  await visitor.button(it.bubble).focus()
  await page.keyboard.press('Enter')
  await expect(visitor.dialog(it.title)).toBeVisible()
  expect(await page.evaluate(() => window.scrollY), 'the page stays where it was').toBe(0)
  await page.keyboard.press('Escape')
  await sendIsFree()
  // At 400 % zoom, a screen of 1280 × 1024 pixels has 320 × 256 CSS pixels (WCAG 2.2, 1.4.10).
  await page.setViewportSize({ width: 320, height: 256 })
  await sendIsFree()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await visitor.button(it.bubble).click()
  const panel = visitor.dialog(it.title)
  await expect(panel).toBeInViewport({ ratio: 1 })
  for (const name of [it.notNow, it.open]) {
    await visitor.tabsTo(panel.getByRole('button', { name }), 3)
    await expect(panel.getByRole('button', { name })).toBeInViewport({ ratio: 0.9 })
    await expect(panel.getByRole('button', { name: it.collapse })).toBeInViewport({ ratio: 1 })
  }
  await panel.getByRole('button', { name: it.open }).click()
  await expect(page.frameLocator('iframe').getByLabel('Messaggio')).toBeVisible()
  await expect(panel.getByRole('button', { name: it.collapse })).toBeInViewport({ ratio: 1 })
})

test('a form without a chat does not load the chat’s code', async ({ page, visitor }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await visitor.opensReport()
  await page.waitForTimeout(2_000)
  expect(loaded.filter((path) => /chat/i.test(path))).toEqual([])
})
