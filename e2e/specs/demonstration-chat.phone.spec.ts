import { expectAccessible } from '../fixtures/accessibility.ts'
import { chatWords } from '../fixtures/chat-sites.ts'
import { expect, test } from '../fixtures/test.ts'

test('a visitor of the demonstration opens its chat, reads that nobody reads along, and gets the answer to a question', async ({
  page,
  visitor,
  deployment,
  expectConsoleError,
}) => {
  const words = chatWords['it-IT']
  // Another test of this worker may have set the page of another chat.
  await deployment.importBundle({ settings: [{ code: 'ebby_url', value: '' }] })
  await page.setViewportSize({ width: 320, height: 640 })
  await visitor.opens('/fondo-salute')
  await visitor.button(words.bubble).click()
  const panel = visitor.dialog(words.title)
  await expect(panel).toContainText(new URL(deployment.url).host)
  await panel.getByRole('button', { name: words.open }).click()

  const chat = page.frameLocator('iframe')
  await expect(chat.getByRole('heading', { name: 'Chat del Fondo Ginepro' })).toBeVisible()
  await expect(chat.getByText('Questa chat è una dimostrazione.')).toBeVisible()
  await chat.getByRole('button', { name: 'Quando arriva il rimborso?' }).press('Enter')
  const conversation = chat.getByRole('log', { name: 'Chat del Fondo Ginepro' })
  await expect(conversation).toContainText('Tu: Quando arriva il rimborso?Risposta: Entro 30 giorni')
  await expect(conversation.getByText('Entro 30 giorni')).toBeInViewport({ ratio: 1 })

  const message = chat.getByLabel('Il tuo messaggio')
  // Set by script, because Chromium sometimes loses text that Playwright inserts into a frame (see chat.spec.ts).
  await message.evaluate((field: HTMLInputElement) => {
    field.value = '<b>Vorrei sapere</b>'
    field.focus()
  })
  await message.press('Enter')
  await expect(conversation).toContainText('Tu: <b>Vorrei sapere</b>')
  await expect(conversation.getByText('In questa dimostrazione nessuno legge i messaggi.')).toBeInViewport({ ratio: 1 })
  await expect(conversation.getByRole('link', { name: '0000 445 500' })).toHaveAttribute('href', 'tel:+390000445500')
  await expect(message).toHaveValue('')

  const frame = page.frames().find((each) => each.url().includes('/assets/demo-chat?'))
  const measured = await frame?.evaluate(() => ({
    origin: self.origin,
    isTooWide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
  }))
  expect(measured, 'the page has no access to the form, and fits').toEqual({ origin: 'null', isTooWide: false })
  await expectAccessible(page, 'iframe')
  // The page in the frame has its own landmarks, so it is checked as a page of its own. Its policy forbids axe to load
  // the style sheet a second time.
  expectConsoleError(/chat\.css.*connect-src/)
  await page.goto(frame?.url() ?? '')
  await expectAccessible(page)
})
