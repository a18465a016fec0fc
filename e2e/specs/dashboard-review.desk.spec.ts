import { randomUUID } from 'node:crypto'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expectAccessible } from '../fixtures/accessibility.ts'
import type { Deployment } from '../fixtures/deployment.ts'
import { FormEditor } from '../fixtures/form-editor.ts'
import { openDashboard } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

const FRAME = '.review-frame'

/**
 * Imports a form with one step in two languages.
 * @returns the form's code
 */
async function importLibrary(deployment: Deployment): Promise<string> {
  const code = `book-${randomUUID().slice(0, 8)}`
  const language = (lang_code: string, title: string, question: string) => ({
    id: lang_code,
    code_tag: `lang-${lang_code}`,
    tag_description: title,
    tag_type: 'FORM_LANG',
    params: [{ params_type: 'FORM_LANG', lang_code }],
    form_fields: [],
    children: ['card', 'loan'].map((step) => ({
      id: `${step}-${lang_code}`,
      code_tag: `${step}-${lang_code}`,
      ...(lang_code !== 'it' && { twin_of: `${step}-it` }),
      tag_description: step === 'card' ? question : `${title} 2`,
      form_fields: [
        { type: 'PROPERTY', ordering: 1, value: { property_code: 'nome', property_description: `${question} *`, default_value: { input_type: 'text' } } },
      ],
      children: [],
    })),
  })
  await deployment.importBundle({
    definitions: [
      {
        code_tag: code,
        tag_description: 'Biblioteca',
        form_params: { auth_type: ['DATACOLLECTION'] },
        form_fields: [],
        children: [language('it', 'Italiano', 'Tessera della biblioteca'), language('de', 'Deutsch', 'Bibliotheksausweis')],
      },
    ],
    forms: [{ code_form: code, code_tag: code, description: 'Biblioteca comunale' }],
  })
  return code
}

/**
 * Creates a review link in the preview of the open editor.
 * @returns the URL of the review link
 */
async function makeLink(page: Page, label: string): Promise<string> {
  await page.getByRole('button', { name: 'Anteprima', exact: true }).click()
  await page.getByText('Link per i revisori').click()
  await page.getByLabel('Per chi è').fill(label)
  await page.getByRole('button', { name: 'Crea il link' }).click()
  const address = page.getByLabel(`Indirizzo del link «${label}»`)
  await expect(address).toBeVisible()
  return address.inputValue()
}

/** Opens a page in a separate browser context without a session. */
async function asReviewer(context: BrowserContext, address: string): Promise<{ page: Page; comments: Locator; errors: string[] }> {
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.goto(address)
  return { page, comments: page.getByRole('region', { name: 'Commenti su questo passo' }), errors }
}

test('a reviewer without a session comments on a step, an author replies and resolves the comment, and a revoked review link no longer works', async ({
  page,
  deployment,
  browser,
}) => {
  test.slow()
  const code = await importLibrary(deployment)
  await openDashboard(page, deployment, 'definitions')
  const editor = new FormEditor(page, deployment)
  await editor.opens(code, 'card-it')
  const address = await makeLink(page, 'Ufficio legale')
  await expectAccessible(page, '.preview-frame')

  const context = await browser.newContext({ locale: 'it-IT', baseURL: deployment.url, viewport: { width: 1280, height: 800 } })
  const { page: reviewer, comments, errors } = await asReviewer(context, address)
  const form = reviewer.frameLocator(FRAME)
  await expect(reviewer.getByRole('heading', { name: 'Revisione: Biblioteca' })).toBeVisible()
  await expect(form.getByText('Anteprima della bozza')).toBeVisible()
  await form.getByRole('combobox').first().click()
  await form.getByRole('option', { name: 'Tessera della biblioteca' }).click()
  await expect(form.getByLabel('Tessera della biblioteca *')).toBeVisible()

  await expect(comments).toContainText('Passo: Tessera della biblioteca')

  // A reviewer must enter a name with the first comment. The browser stores the name.
  await comments.getByLabel('Scrivi un commento').fill('La domanda <b>non</b> è chiara.')
  await comments.getByRole('button', { name: 'Commenta', exact: true }).click()
  await expect(comments.getByLabel('Il tuo nome')).toBeFocused()
  await reviewer.keyboard.type('Anna Neri')
  await comments.getByRole('button', { name: 'Commenta', exact: true }).click()
  const written = comments.getByRole('article', { name: 'Commento di Anna Neri' })
  await expect(written).toContainText('La domanda <b>non</b> è chiara.')
  await expectAccessible(reviewer, '.review-frame')

  // Without a reload, the author sees the number of comments in the outline and the toolbar. Then the author replies.
  await editor.button('Chiudi l’anteprima').click()
  await expect(editor.step('Tessera della biblioteca, 1 commento aperto')).toBeVisible()
  const section = page.getByRole('region', { name: 'Commenti su questo passo' })
  await expect(section).toContainText('Ufficio legale')
  await section.getByRole('button', { name: 'Rispondi a Anna Neri' }).click()
  await expect(section.getByText('La tua risposta la legge anche chi ha il link «Ufficio legale».')).toBeVisible()
  await section.getByLabel('La tua risposta').fill('La riscrivo oggi.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(section).toContainText('La riscrivo oggi.')
  await section.getByRole('button', { name: 'Scrivi un commento' }).click()
  await expect(section.getByLabel('Scrivi un commento')).toBeFocused()
  await section.getByLabel('Scrivi un commento').fill('Solo per noi')
  await section.getByRole('button', { name: 'Commenta', exact: true }).click()
  await expect(editor.step('Tessera della biblioteca, 2 commenti aperti')).toBeVisible()
  await expectAccessible(page)
  await editor.button('Commenti 2 commenti aperti').click()
  const panel = page.getByRole('complementary', { name: 'Commenti' })
  await expect(panel.getByRole('region', { name: 'Tessera della biblioteca' })).toContainText('Solo per noi')
  await editor.step('Biblioteca').click()
  await panel.getByRole('button', { name: 'Vai al passo «Tessera della biblioteca»' }).click()
  await expect(page).toHaveURL(/node=card-it/)
  await panel.getByRole('button', { name: 'Fatto' }).first().click()
  await expect(panel).not.toContainText('La domanda')
  await expectAccessible(page)

  // The reviewer sees the reply and the state of the comment, but not the operators' internal comment. The reviewer can
  // no longer change the comment, because it has a reply.
  await expect(comments).toContainText('La riscrivo oggi.')
  await expect(written).toContainText('Fatto')
  await expect(comments).not.toContainText('Solo per noi')
  await expect(written.getByRole('button', { name: 'Modifica' })).toHaveCount(0)

  // Both the form and the review page change their language, and the page shows the comments on the same step in that
  // language.
  await reviewer.getByLabel('Lingua').first().selectOption('de')
  await expect(reviewer.getByRole('heading', { name: 'Gegenlesen: Biblioteca' })).toBeVisible()
  await expect(form.getByLabel('Bibliotheksausweis *')).toBeVisible()
  const german = reviewer.getByRole('region', { name: 'Kommentare zu diesem Schritt' })
  await expect(german).toContainText('Zu diesem Schritt gibt es keine Kommentare.')
  await german.getByRole('button', { name: 'Tessera della biblioteca' }).click()
  await expect(german).toContainText('La riscrivo oggi.')

  await page.getByRole('button', { name: 'Anteprima', exact: true }).click()
  await page.getByText('Link per i revisori').click()
  await expect(page.getByText('1 commento', { exact: false }).first()).toBeVisible()
  await editor.button('Revoca il link «Ufficio legale»').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoca' }).click()
  await expect(page.getByText('Nessun link valido.')).toBeVisible()
  expect(errors).toEqual([])
  await reviewer.reload()
  await expect(reviewer.getByRole('heading', { name: 'Dieser Link gilt nicht mehr' })).toBeVisible()
  await expect(reviewer).toHaveTitle('Dieser Link gilt nicht mehr')
  await expectAccessible(reviewer)
  await context.close()
})

test('a reviewer on a phone changes and deletes a comment by keyboard, and a review link that never existed shows an error', async ({
  page,
  deployment,
  browser,
}) => {
  const code = await importLibrary(deployment)
  await openDashboard(page, deployment, 'definitions')
  const editor = new FormEditor(page, deployment)
  await editor.opens(code)
  const address = await makeLink(page, 'Sindaca')
  const context = await browser.newContext({ locale: 'it-IT', baseURL: deployment.url, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const { page: reviewer, comments } = await asReviewer(context, address)
  await comments.getByLabel('Il tuo nome').fill('Ada')
  await comments.getByLabel('Scrivi un commento').fill('Prima riga\nSeconda riga')
  await reviewer.keyboard.press('Tab')
  await reviewer.keyboard.press('Enter')
  const written = comments.getByRole('article', { name: 'Commento di Ada' })
  await expect(written).toContainText('Prima riga')
  await written.getByRole('button', { name: 'Modifica' }).press('Enter')
  await written.getByLabel('Modifica').fill('Una riga sola')
  await written.getByRole('button', { name: 'Salva' }).press('Enter')
  await expect(written).toContainText('Una riga sola')
  expect(await reviewer.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await expectAccessible(reviewer, '.review-frame')

  // Another browser shows the reviewer's comment but cannot change it.
  const other = await browser.newContext({ locale: 'it-IT', baseURL: deployment.url })
  const { comments: seen } = await asReviewer(other, address)
  await expect(seen.getByRole('article', { name: 'Commento di Ada' })).toContainText('Una riga sola')
  await expect(seen.getByRole('button', { name: 'Elimina' })).toHaveCount(0)
  await other.close()

  await written.getByRole('button', { name: 'Elimina' }).press('Enter')
  await expect(written.getByRole('button', { name: 'Annulla' })).toBeFocused()
  await written.getByRole('button', { name: 'Elimina' }).press('Enter')
  await expect(comments).toContainText('Nessun commento su questo passo.')

  await reviewer.goto('about:blank')
  await reviewer.goto(`${deployment.url}/~review#~${'x'.repeat(32)}`)
  await expect(reviewer.getByRole('heading', { name: 'Questo link non vale più' })).toBeVisible()
  await expectAccessible(reviewer)
  await context.close()
})
