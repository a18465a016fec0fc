import type { Page } from '@playwright/test'
import { holdRequests } from '../fixtures/hold-requests.ts'
import { expect, test } from '../fixtures/test.ts'
import { de } from '../fixtures/words.ts'

/** URL of the script of the visitor's page. */
const SCRIPT = /\/assets\/.*\.js$/

/**
 * Selects a language while React is hydrating the page. Fires an `input` event and then a `change` event, as a browser
 * does.
 * @param language code of the language
 */
async function chooseDuringHydration(page: Page, language: string): Promise<void> {
  await page.addInitScript((chosen) => {
    const { addEventListener } = EventTarget.prototype
    // The injected script acts only on the first page, because selecting a language loads a second page.
    let waiting = sessionStorage.getItem('chosen') === null
    EventTarget.prototype.addEventListener = function (this: EventTarget, ...args: Parameters<typeof addEventListener>) {
      addEventListener.apply(this, args)
      if (!waiting || !(this instanceof HTMLElement) || this.id !== 'page' || args[0] !== 'change') return
      waiting = false
      sessionStorage.setItem('chosen', chosen)
      const select = this.querySelector('select')
      queueMicrotask(() => {
        if (!select) throw new Error('there is no choice of languages')
        select.value = chosen
        for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }))
      })
    }
  }, language)
}

test('a click before the page’s script is loaded takes effect after the page is hydrated', async ({ page, visitor }) => {
  const { release } = await holdRequests(page, SCRIPT)
  await page.goto('/comune-aurora', { waitUntil: 'commit' })
  const [first, second] = visitor.words.steps
  await visitor.option(second).click()
  await expect(visitor.step(second)).toHaveCount(0)
  release()
  await expect(visitor.step(second)).toBeVisible()
  await expect(visitor.step(first)).toContainText(second)
})

test('texts, selected options and files that are entered before the page’s script is loaded are submitted', async ({ page, visitor, address }) => {
  const { release } = await holdRequests(page, SCRIPT)
  await page.goto(`/comune-aurora/open/${visitor.words.prefix}buche-stradali`, { waitUntil: 'commit' })
  await visitor.fillsRequired('Scritto mentre la pagina arrivava.')
  await visitor.field(visitor.words.fields.danger).click()
  await visitor.sendButton.click()
  await expect(page).toHaveURL(/buche-stradali$/)
  release()
  await visitor.confirmsAnswers()
  await visitor.givesAddress(address)
  await visitor.dialog(visitor.words.confirmAddress).getByRole('button', { name: 'OK', exact: true }).click()
  await expect(visitor.main.getByRole('status').filter({ hasText: 'CA-' })).toBeVisible()
  await expect(visitor.main).toContainText('Scritto mentre la pagina arrivava.')
})

test('a press on the submit button during the hydration does not precede the answers given before it', async ({ page, visitor }) => {
  const { release } = await holdRequests(page, SCRIPT)
  await page.goto(`/comune-aurora/open/${visitor.words.prefix}buche-stradali`, { waitUntil: 'commit' })
  await visitor.fillsRequired()
  // The page repeats the texts first, then the selected options. The microtask presses the button between the two.
  await visitor.sendButton.evaluate((button) => {
    if (!(button instanceof HTMLElement)) throw new Error('the submit button is not an HTML element')
    addEventListener('input', () => queueMicrotask(() => button.click()), { once: true })
  })
  release()
  await expect(visitor.dialog(visitor.words.checkTitle)).toBeVisible()
})

test('a language selected before the page’s script is loaded opens the same step in that language', async ({ page, visitor }) => {
  const { release } = await holdRequests(page, SCRIPT)
  await page.goto('/comune-aurora/open/strade', { waitUntil: 'commit' })
  await page.getByRole('combobox', { name: 'Lingua' }).selectOption('Deutsch')
  release()
  await expect(visitor.step(de.steps[2])).toBeVisible()
  await expect(page).toHaveURL(/\/open\/de-strade$/)
})

test('a language selected during hydration opens the same step in that language', async ({ page, visitor }) => {
  await chooseDuringHydration(page, 'de')
  // The test does not wait for the page to load completely, because selecting a language leaves the page earlier.
  await page.goto('/comune-aurora/open/strade', { waitUntil: 'commit' })
  await expect(visitor.step(de.steps[2])).toBeVisible()
  await expect(page).toHaveURL(/\/open\/de-strade$/)
})
