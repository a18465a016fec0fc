import type { Locator, Page } from '@playwright/test'
import { FormEditor, importSport } from '../fixtures/form-editor.ts'
import { openDashboard } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

const handle = (page: Page, name: string) => page.getByRole('button', { name: `Trascina: ${name}`, exact: true })
/** Returns the element by which a card is dragged. */
const grip = (page: Page, name: string) => page.locator('.card-grip').filter({ has: handle(page, name) })
const cards = (editor: FormEditor) => editor.panel.locator('.editor-card')
/** Returns the texts of the cards in the open step, from top to bottom. */
const textsOf = (editor: FormEditor) =>
  cards(editor).evaluateAll((each) => each.map((card) => card.querySelector('input')?.value ?? card.querySelector('p')?.textContent))

async function drags(page: Page, from: Locator, onto: Locator): Promise<void> {
  await from.hover()
  await page.mouse.down()
  await onto.hover()
  await onto.hover()
  await page.mouse.up()
}

test('questions and options can be dragged within a step and into another step', async ({ page, deployment }) => {
  const code = await importSport(deployment)
  await openDashboard(page, deployment, 'definitions')
  const editor = new FormEditor(page, deployment)
  await editor.opens(code, 'campo')
  await editor.adds('Testo lungo')
  await editor.types('Note')
  await expect.poll(() => textsOf(editor)).toEqual(['Scrivi chi sei.', 'Nome', 'Note'])
  await drags(page, grip(page, 'Note'), cards(editor).first())
  await expect.poll(() => textsOf(editor)).toEqual(['Note', 'Scrivi chi sei.', 'Nome'])
  await drags(page, grip(page, 'Note'), cards(editor).nth(1))
  await expect.poll(() => textsOf(editor)).toEqual(['Scrivi chi sei.', 'Note', 'Nome'])
  // A question that is dropped onto a step in the outline becomes the last field of that step. Undo moves it back.
  await drags(page, grip(page, 'Nome'), editor.step('Iscriviti a un corso'))
  await expect.poll(() => textsOf(editor)).toEqual(['Scrivi chi sei.', 'Note'])
  await editor.step('Iscriviti a un corso').click()
  await expect.poll(() => textsOf(editor)).toEqual(['Livello', 'Nome'])
  await editor.isSaved()
  await page.keyboard.press('Control+z')
  await expect.poll(() => textsOf(editor)).toEqual(['Livello'])
  // An option that is dropped onto another option takes the position of that option, in the outline too.
  await editor.step('Sport in città').click()
  await drags(page, grip(page, 'Iscriviti a un corso'), cards(editor).first())
  await expect.poll(() => textsOf(editor)).toEqual(['Iscriviti a un corso', 'Prenota un campo'])
  await expect(editor.outline.getByRole('row')).toHaveText([/Sport in città/, /Iscriviti a un corso/, /Prenota un campo/])
  // An option of the open step is dropped onto a step in the outline.
  await drags(page, grip(page, 'Iscriviti a un corso'), editor.step('Prenota un campo'))
  await expect.poll(() => textsOf(editor)).toEqual(['Prenota un campo'])
  await editor.isSaved()
})

test('a question can be dragged with the keyboard', async ({ page, deployment }) => {
  const code = await importSport(deployment)
  await openDashboard(page, deployment, 'definitions')
  const editor = new FormEditor(page, deployment)
  await editor.opens(code, 'campo')
  await handle(page, 'Nome').focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('.editor-card[data-drop-target]')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.locator('.editor-card[data-drop-target]')).toHaveCount(0)
  await expect(handle(page, 'Nome')).toBeFocused()
  await expect.poll(() => textsOf(editor)).toEqual(['Scrivi chi sei.', 'Nome'])
  await page.keyboard.press('Enter')
  await expect(page.locator('.editor-card[data-drop-target]')).toContainText('Scrivi chi sei.')
  await page.keyboard.press('Enter')
  await expect.poll(() => textsOf(editor)).toEqual(['Nome', 'Scrivi chi sei.'])
  await editor.isSaved()
})

test('a step can be dropped with the pointer onto a collapsed step that has child steps', async ({ page, deployment }) => {
  const code = await importSport(deployment)
  await openDashboard(page, deployment, 'definitions')
  const editor = new FormEditor(page, deployment)
  await editor.opens(code, 'corso')
  await editor.button('Aggiungi una scelta').click()
  await editor.types('Principianti')
  // Enter adds the next option, and the outline shows both options.
  await page.keyboard.press('Enter')
  await editor.types('Esperti')
  await expect(editor.step('Esperti')).toBeVisible()
  // Each of several pasted lines becomes an option.
  await page.keyboard.press('Enter')
  await editor.awaitsText()
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text/plain', 'Bambini\n- Adulti\n\n• Over 65')
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await expect(editor.outline.getByRole('row')).toContainText(['Esperti', 'Bambini', 'Adulti', 'Over 65'])
  await editor.isSaved()
  await editor.opens(code)
  await editor.step('Iscriviti a un corso').getByRole('button').first().click()
  await expect(editor.step('Principianti')).toHaveCount(0)
  await editor.step('Prenota un campo').dragTo(editor.step('Iscriviti a un corso'))
  await expect(editor.step('Prenota un campo')).toHaveAttribute('aria-level', '3')
  await expect(editor.step('Principianti')).toBeVisible()
  await editor.isSaved()
  // After a reload the same steps are expanded in the outline, and a single undo reverts the move.
  await page.reload()
  await expect(editor.step('Principianti')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(editor.step('Prenota un campo')).toHaveAttribute('aria-level', '2')
})
