import type { Page } from '@playwright/test'
import { holdRequests } from '../fixtures/hold-requests.ts'
import { startSlowPages } from '../fixtures/slow-page.ts'
import { expect, test } from '../fixtures/test.ts'

test.describe('the first page works without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('shows the logo, the title and the options, which are links to their steps', async ({ page, visitor }) => {
    const { words } = visitor
    await visitor.opens('/comune-aurora')
    await expect(page.getByRole('img', { name: 'Comune di Aurora' })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveText(/JavaScript/)
    await expect(page).toHaveTitle('Comune di Aurora – Sportello online')
    await expect(visitor.step(words.steps[0]).getByRole('option')).toHaveCount(7)
    await visitor.option(words.steps[1]).click()
    await expect(page).toHaveURL(/\/comune-aurora\/open\/segnalazioni$/)
    await visitor.option(words.steps[2]).click()
    await visitor.option(words.steps[3]).click()
    await expect(visitor.field(words.fields.address)).toBeVisible()
    // An example is below the label, not inside the field.
    await expect(visitor.field(words.fields.address)).toHaveAccessibleDescription(/Via dei Tigli 12/)
    await expect(visitor.field(words.fields.address)).not.toHaveAttribute('placeholder')
  })
})

/** Returns a function that lists all layout shifts of the page since it was opened. */
async function recordShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    interface Shift extends PerformanceEntry {
      value: number
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
    }
    const shifts: string[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        const moved = sources.map(
          ({ node, previousRect: a, currentRect: b }) => `${node?.nodeName} ${[a.x, a.y, a.width, a.height]} → ${[b.x, b.y, b.width, b.height]}`,
        )
        shifts.push(`${value}: ${moved.join(', ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts)
}

for (const customer of ['comune-aurora', 'fondo-salute', 'sondaggio', 'biblioteca-lume', 'circolo-faro', 'assemblea-faro', 'iscrizioni-nido']) {
  test(`the page of ${customer} has no layout shift while it loads`, async ({ page, visitor }) => {
    const shifts = await recordShifts(page)
    await visitor.opens(`/${customer}`)
    await page.waitForLoadState('networkidle')
    const ways = visitor.main.getByRole('option').or(visitor.main.getByRole('button'))
    await expect(ways.first()).toBeVisible()
    expect(await shifts()).toEqual([])
  })
}

// Templates with a panel contain it after the footer. The other template is painted while it arrives.
for (const [customer, from] of [
  ['biblioteca-lume', '<aside'],
  ['comune-aurora', '<div class="wizard"'],
  ['comune-aurora', '<footer'],
  ['comune-aurora', '<li>'],
] as const) {
  test(`the page of ${customer} has no layout shift if it arrives in two parts, the second from ${from}`, async ({ page, visitor, deployment }) => {
    const pages = await startSlowPages(deployment.url, from)
    try {
      const shifts = await recordShifts(page)
      await visitor.opens(`${pages.url}/${customer}`)
      await page.waitForLoadState('networkidle')
      await expect(page.getByRole('contentinfo')).toBeVisible()
      expect(await shifts()).toEqual([])
    } finally {
      pages.stop()
    }
  })
}

for (const [what, path, part] of [
  ['a step with questions', '/comune-aurora/open/animale-smarrito', 'answering'],
  ['a survey', '/biblioteca-lume', 'survey-cards'],
] as const) {
  test(`${what} loads the code of its part together with the page's first script, not after it`, async ({ page, visitor }) => {
    const { asked, release } = await holdRequests(page, /\/assets\/visitor-[^/]*\.js$/)
    const requested = page.waitForRequest((request) => request.url().includes(`/assets/${part}-`))
    await page.goto(path, { waitUntil: 'commit' })
    await Promise.all([asked, requested])
    release()
    await expect(visitor.main.getByRole('heading').first()).toBeVisible()
  })
}
