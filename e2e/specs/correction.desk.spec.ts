import type { Page } from '@playwright/test'
import { FURTHER_FILES } from '@sportello/contract'
import { expectAccessible } from '../fixtures/accessibility.ts'
import type { Deployment } from '../fixtures/deployment.ts'
import { followedForm, followedRequest, followUpLinkIn } from '../fixtures/followed-request.ts'
import { entersAs, Operator } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

const PHONE = { width: 390, height: 844 }
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')
const QUESTIONS = [
  {
    property_code: 'targa',
    property_description: { it: 'Targa', de: 'Kennzeichen' },
    default_value: { input_type: 'text', validation_mask: '[A-Z]{2}\\d{3}[A-Z]{2}' },
    required: true,
  },
  {
    property_code: 'dove',
    property_description: { it: 'Dove', de: 'Wo' },
    default_value: {
      input_type: 'select',
      options: [
        { key: 'strada', value: 'Sulla strada' },
        { key: 'parco', value: 'Nel parco' },
      ],
    },
  },
]
const ANSWERS = { targa: 'AB123CD', dove: 'strada' }

/** Asks for corrections and files in the panel of a request. */
async function ask(desk: Page, text: string, names: readonly string[]): Promise<void> {
  await desk.getByRole('textbox', { name: 'Chiedi al richiedente' }).fill(text)
  await desk.getByText('Risposte da correggere o file da mandare (facoltativo)').click()
  for (const name of names) await desk.getByRole('checkbox', { name, exact: true }).check()
  await expectAccessible(desk)
  await desk.getByRole('button', { name: 'Manda la domanda' }).click()
  const dialog = desk.getByRole('dialog', { name: /^Mandare la domanda a/ })
  await expect(dialog.getByText(names.join(', '))).toBeVisible()
  await dialog.getByRole('button', { name: 'Manda la domanda' }).click()
  await expect(dialog).toHaveCount(0)
}

async function codeFor(deployment: Deployment, email: string, subject: RegExp): Promise<string> {
  return /<strong[^>]*>(\d{6})<\/strong>/.exec((await deployment.mailbox.receive(email, subject)).html ?? '')?.[1] ?? ''
}

test('the desk asks for a correction and a file; the requester corrects with the form’s own fields, and the desk sees what changed', async ({
  browser,
  deployment,
}) => {
  const code = await followedForm(deployment, {}, QUESTIONS)
  const email = 'corregge@example.org'
  const context = await browser.newContext({ viewport: PHONE, locale: 'it-IT' })
  const page = await context.newPage()
  const { ticket } = await followedRequest(deployment, page, code, { email, answers: ANSWERS })
  const desk = await entersAs(browser, deployment, 'operator', { username: 'chi.corregge' })
  await desk.setViewportSize({ width: 1280, height: 900 })
  await desk.goto(`/admin/management?view=requests&f.form=${code}`)
  await new Operator(desk, deployment).row('Richieste', ticket).getByRole('button', { name: 'Dettagli' }).click()
  await ask(desk, 'La targa non esiste. E serve una foto.', ['Targa', 'Altri file'])
  await expect(desk.getByText('Da correggere: Targa, Altri file')).toBeVisible()

  await page.goto(followUpLinkIn(await deployment.mailbox.receive(email, /^Una correzione per la tua richiesta/)))
  await expect(page.getByText('Da correggere: Targa, Altri file')).toBeVisible()
  await expect(page.getByText('AB123CD')).toHaveCount(0)
  await page.getByRole('button', { name: 'Vai al codice' }).click()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Codice di sei cifre' }).fill(await codeFor(deployment, email, /^Il codice/))
  await page.getByRole('button', { name: 'Mostra le risposte' }).click()
  await page.getByRole('button', { name: 'Correggi le risposte' }).click()
  await expect(page.getByRole('textbox', { name: 'Targa' })).toHaveValue('AB123CD')
  await expect(page.getByRole('combobox', { name: 'Dove' })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Targa' }).fill('XY99')
  await page.getByRole('button', { name: 'Manda le correzioni' }).click()
  await expect(page.getByText('Controlla i campi segnati in rosso.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Targa' }).fill('XY999ZZ')
  await page.locator(`input[type=file][id="field-${FURTHER_FILES}"]`).setInputFiles({ name: 'targa.png', mimeType: 'image/png', buffer: PNG })
  await page.getByRole('textbox', { name: 'Vuoi aggiungere qualcosa? (facoltativo)' }).fill('Avevo sbagliato, scusate.')
  await page.getByRole('button', { name: 'Manda le correzioni' }).click()
  await expect(page.getByText('Mandato. L’ufficio vede che cosa è cambiato.')).toBeVisible()
  await expect(page.getByText('File mandati: targa.png')).toBeVisible()
  // The answers on the page are the new ones.
  await expect(page.getByText('XY999ZZ')).toBeVisible()
  await expect(page.getByText('AB123CD')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Correggi le risposte' })).toHaveCount(0)
  await expectAccessible(page)

  await desk.reload()
  const answer = desk.getByRole('listitem').filter({ hasText: 'Avevo sbagliato, scusate.' })
  await expect(answer.getByRole('deletion')).toHaveText('AB123CD')
  await expect(answer.getByRole('insertion')).toHaveText('XY999ZZ')
  await expect(answer.getByText('File mandati: targa.png')).toBeVisible()
  await expectAccessible(desk)
  await desk.getByRole('button', { name: 'Segna come chiusa' }).click()
  await expect(desk.getByText(/Salvata:/)).toBeVisible()
  await page.reload()
  await expect(page.getByText('Conclusa', { exact: true })).toBeVisible()
  await context.close()
  await desk.context().close()
})

test('a correction is made by keyboard only, in German and in the dark, and what was typed survives a reload', async ({ browser, deployment }) => {
  const code = await followedForm(deployment, {}, QUESTIONS)
  const email = 'korrigiert@example.org'
  const context = await browser.newContext({ viewport: PHONE, locale: 'de-DE', colorScheme: 'dark' })
  const page = await context.newPage()
  const { ticket } = await followedRequest(deployment, page, code, { email, lang: 'de', answers: ANSWERS })
  const desk = await entersAs(browser, deployment, 'operator', { username: 'chi.chiede.tedesco' })
  await desk.setViewportSize({ width: 1280, height: 900 })
  await desk.goto(`/admin/management?view=requests&f.form=${code}`)
  await new Operator(desk, deployment).row('Richieste', ticket).getByRole('button', { name: 'Dettagli' }).click()
  await ask(desk, 'Wo genau?', ['Kennzeichen', 'Wo'])
  await page.goto(followUpLinkIn(await deployment.mailbox.receive(email, /^Eine Korrektur zu Ihrer Anfrage/)))
  await tabTo(page, 'Zum Code')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Code senden' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, 'Sechsstelliger Code')
  await page.keyboard.type(await codeFor(deployment, email, /^Der Code/))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Antworten korrigieren' })).toBeVisible()
  await tabTo(page, 'Antworten korrigieren', 'Shift+Tab')
  await page.keyboard.press('Enter')
  const plate = page.getByRole('textbox', { name: 'Kennzeichen' })
  await expect(plate).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('ZZ000ZZ')
  await page.reload()
  await tabTo(page, 'Antworten korrigieren')
  await page.keyboard.press('Enter')
  await expect(plate).toHaveValue('ZZ000ZZ')
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await tabTo(page, 'Korrekturen senden')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Gesendet. Das Amt sieht, was sich geändert hat.')).toBeVisible()
  await desk.reload()
  await expect(desk.getByRole('insertion')).toHaveText(['ZZ000ZZ'])
  await context.close()
  await desk.context().close()
})

test('a call for files that was answered in another tab says so, and the files are stored once', async ({ browser, deployment, expectConsoleError }) => {
  expectConsoleError(/409 \(Conflict\)/)
  const code = await followedForm(deployment)
  const email = 'due.schede@example.org'
  const context = await browser.newContext({ viewport: PHONE, locale: 'it-IT' })
  const first = await context.newPage()
  const { ticket } = await followedRequest(deployment, first, code, { email })
  const desk = await entersAs(browser, deployment, 'operator', { username: 'chi.vuole.file' })
  await desk.goto(`/admin/management?view=requests&f.form=${code}`)
  await new Operator(desk, deployment).row('Richieste', ticket).getByRole('button', { name: 'Dettagli' }).click()
  await ask(desk, 'Serve una foto.', ['Altri file'])
  const link = followUpLinkIn(await deployment.mailbox.receive(email, /^Un allegato per la tua richiesta/))
  const second = await context.newPage()
  for (const page of [first, second]) {
    await page.goto('about:blank')
    await page.goto(link)
    await page.getByRole('button', { name: 'Manda i file' }).click()
    await page.locator(`input[type=file][id="field-${FURTHER_FILES}"]`).setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: PNG })
  }
  // Both tabs show the same request, so that the session of the second one serves the first one too.
  await first.getByRole('button', { name: 'Manda i file' }).click()
  await expect(first.getByText('Mandato. L’ufficio vede che cosa è cambiato.')).toBeVisible()
  await second.getByRole('button', { name: 'Manda i file' }).click()
  await expect(second.getByText('Nel frattempo la richiesta è cambiata.')).toBeVisible()
  await expect(second.getByText('File mandati: foto.png')).toBeVisible()
  await expect(second.getByRole('button', { name: 'Manda i file' })).toHaveCount(0)
  await desk.reload()
  await expect(desk.getByText('File mandati: foto.png')).toHaveCount(1)
  await context.close()
  await desk.context().close()
})

/** Presses Tab until the element with this name has the focus. */
async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element?.textContent
      return label?.trim()
    })
    if (focused === name) return
    await page.keyboard.press(key)
  }
  throw new Error(`"${name}" is not reached with ${key}`)
}
