import { expect, test } from '../fixtures/test.ts'
import { hydrated, type Visitor } from '../fixtures/visitor.ts'

const fits = (visitor: Visitor) =>
  visitor.page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    dialog: [...document.querySelectorAll('dialog')].map((each) => each.scrollWidth - each.clientWidth),
    // Finds buttons that are above the button before them in the document order. On these the Tab key would move the
    // focus upwards (WCAG 2.4.3).
    upwards: [...document.querySelectorAll('.dialog-actions > * + *')].filter(
      (button) => button.getBoundingClientRect().top < (button.previousElementSibling?.getBoundingClientRect().top ?? 0),
    ).length,
  }))

for (const locale of ['it-IT', 'de-DE']) {
  // 320 × 256 CSS pixels are the size of a window of 1280 × 1024 pixels at 400 % zoom.
  for (const viewport of [
    { width: 320, height: 640 },
    { width: 320, height: 256 },
  ]) {
    test.describe(`pages fit on a screen of ${viewport.width} x ${viewport.height} in ${locale}`, () => {
      test.use({ locale, viewport })

      test('no page needs horizontal scrolling', async ({ visitor, address, expectConsoleError }) => {
        const { words } = visitor
        expectConsoleError(/status of 404/)
        const prefix = words.prefix
        for (const path of [
          '',
          `/open/${prefix}tributi`,
          `/open/${prefix}animale-smarrito`,
          `/open/${prefix}rumore`,
          '/mantainance',
          '/nowhere',
          '/validation?code=x',
        ]) {
          await visitor.opens(`/comune-aurora${path}`)
          expect(await fits(visitor), path).toEqual({ wide: 320, dialog: [], upwards: 0 })
        }
        await visitor.opensReport()
        await visitor.sendButton.click()
        await expect(visitor.dialog(words.faultsTitle)).toBeVisible()
        expect(await fits(visitor)).toEqual({ wide: 320, dialog: [0], upwards: 0 })
        await visitor.button('OK').click()
        await visitor.fillsRequired()
        await visitor.attaches({ name: `${'una_foto_dal_nome_molto_lungo_'.repeat(4)}.png`, mimeType: 'image/png', buffer: Buffer.alloc(8) })
        expect(await fits(visitor)).toEqual({ wide: 320, dialog: [], upwards: 0 })
        await visitor.main.getByRole('button', { name: /molto_lungo_/ }).click()
        await visitor.showsWay()
        await visitor.button(words.showFirst).click()
        await visitor.step(words.steps[0]).getByRole('option').last().click()
        await expect(visitor.dialog(words.changeTitle)).toBeVisible()
        expect(await fits(visitor)).toEqual({ wide: 320, dialog: [0], upwards: 0 })
        await visitor.button(words.keepChoice).click()
        await visitor.sendButton.click()
        await expect(visitor.dialog(words.checkTitle)).toBeVisible()
        expect(await fits(visitor)).toEqual({ wide: 320, dialog: [0], upwards: 0 })
        await visitor.confirmsAnswers()
        await expect(visitor.dialog(words.emailTitle)).toBeVisible()
        expect(await fits(visitor)).toEqual({ wide: 320, dialog: [0], upwards: 0 })
        await visitor.givesAddress(address)
        await expect(visitor.dialog(words.confirmAddress)).toBeVisible()
        expect(await fits(visitor)).toEqual({ wide: 320, dialog: [0], upwards: 0 })
        await visitor.button('OK').click()
        await expect(visitor.heading(words.sentTitle)).toBeVisible()
        expect(await fits(visitor)).toEqual({ wide: 320, dialog: [], upwards: 0 })
      })
    })
  }
}

test.describe('pages fit on a narrow phone without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })

  test('no page needs horizontal scrolling', async ({ page, visitor }) => {
    for (const path of ['/comune-aurora/open/segnalazioni', '/comune-aurora/open/de-animale-smarrito', '/fondo-salute/open/visita-specialistica']) {
      await visitor.opens(path)
      const last = await page.getByRole('navigation').getByRole('link').last().boundingBox()
      expect((last?.x ?? 0) + (last?.width ?? 0), path).toBeLessThanOrEqual(320 - 16)
    }
  })
})

test('on a phone the breadcrumb replaces its middle items by an ellipsis that can be expanded', async ({ page, visitor }) => {
  await visitor.opensReport()
  const trail = page.getByRole('navigation', { name: 'Percorso' })
  await expect(trail.getByRole('link')).toHaveText(['', 'Segnalare un problema', 'Buca nella strada'])
  await trail.getByLabel('Altri passi').click()
  await expect(trail.getByRole('link')).toHaveText(['', 'Segnalare un problema', 'Buca nella strada', 'Strade e marciapiedi'])
  await trail.getByRole('link', { name: 'Strade e marciapiedi' }).click()
  await expect(page).toHaveURL(/\/open\/strade$/)
})

test('nothing moves when the script of a deep step has loaded', async ({ page, visitor }) => {
  // A browser reports movements as `layout-shift` (Layout Instability API). The observer gets those before it, too.
  const moved = () =>
    page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const parts: string[] = []
          new PerformanceObserver((list) => {
            for (const { sources } of list.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[])
              parts.push(...sources.map(({ node }) => (node instanceof Element ? node.outerHTML : (node?.textContent ?? ''))))
          }).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => resolve(parts), 500)
        }),
    )
  await visitor.opens('/comune-aurora/open/residenza-da-comune')
  await hydrated(page)
  await expect(page.getByRole('navigation', { name: 'Percorso' }).getByLabel('Altri passi')).toBeVisible()
  expect(await moved()).toEqual([])
})

test('a breadcrumb with two long step names shows both names, shortened to fit the screen', async ({ page, visitor }) => {
  await visitor.opens('/comune-aurora/open/de-tributi')
  const last = page.getByRole('navigation').getByRole('link', { name: 'Gemeindesteuern und Gebühren' })
  const box = await last.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390 - 16)
})

test('the list of options in the open language step is not cut off at the left edge', async ({ visitor }) => {
  await visitor.opens('/comune-aurora')
  expect((await visitor.picker(visitor.words.steps[0]).boundingBox())?.x).toBeGreaterThanOrEqual(0)
})

test.describe('the label of a mandatory field may take two lines', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('the asterisk is at the end of the second line', async ({ visitor }) => {
    await visitor.opens('/fondo-salute/open/visita-specialistica')
    const mark = visitor.main.locator('.field-label', { hasText: 'Confermo che quello che ho scritto' }).locator('.required-mark')
    const [lines, gap, drop] = await mark.evaluate((element) => {
      const text = document.createRange()
      text.selectNodeContents(element.parentElement?.querySelector('label') ?? element)
      const rects = [...text.getClientRects()]
      const { left, top } = element.getBoundingClientRect()
      return [rects.length, left - (rects.at(-1)?.right ?? 0), top - (rects.at(-1)?.top ?? 0)]
    })
    expect(lines).toBe(2)
    expect(gap).toBeLessThan(8)
    expect(Math.abs(drop ?? 0)).toBeLessThan(4)
  })
})
