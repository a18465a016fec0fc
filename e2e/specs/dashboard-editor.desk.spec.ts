import { randomUUID } from 'node:crypto'
import { expectAccessible } from '../fixtures/accessibility.ts'
import { FormEditor, importSport } from '../fixtures/form-editor.ts'
import { makeOperator, manages, openDashboard, ownerCredential } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

test('an author using only the keyboard builds a step with three fields and publishes it, and a visitor sees it', async ({ page, deployment, visitor }) => {
  test.slow()
  const code = await importSport(deployment)
  await openDashboard(page, deployment, 'definitions')
  const editor = new FormEditor(page, deployment)
  await editor.opens(code)
  await expectAccessible(page)

  await editor.button('Aggiungi una scelta').focus()
  await page.keyboard.press('Enter')
  await editor.types('Segnala un danno')
  await page.keyboard.press('Tab')
  await expect(editor.button('Apri: Segnala un danno')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(editor.step('Segnala un danno')).toHaveAttribute('aria-selected', 'true')
  for (const [type, question] of [
    ['testo breve', 'Dove'],
    ['testo lungo', 'Che cosa è successo'],
    ['scala', 'Quanto è urgente'],
  ] as const) {
    await editor.button('Aggiungi una domanda o un testo').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type(type)
    await page.keyboard.press('Enter')
    await editor.types(question)
  }
  // The settings panel shows the settings of the focused field. The editor has derived the field's code from its
  // question.
  await editor.inspector.getByRole('switch', { name: 'Obbligatoria' }).focus()
  await page.keyboard.press('Space')
  await expect(editor.inspector.getByLabel('Codice')).toBeHidden()
  await editor.inspector.getByText('Altre impostazioni').focus()
  await page.keyboard.press('Enter')
  await expect(editor.inspector.getByLabel('Codice')).toBeVisible()
  await expect(editor.inspector.getByLabel('Codice')).toHaveValue('quanto_e_urgente')
  await expectAccessible(page)
  await editor.isSaved()

  // The author moves the last field to the first position with the keyboard, and undo reverts the move.
  await editor.panel.getByRole('textbox', { name: 'Domanda' }).last().focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  const questions = editor.panel.getByRole('textbox', { name: 'Domanda' })
  const texts = () => questions.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
  await expect.poll(texts).toEqual(['Quanto è urgente', 'Dove', 'Che cosa è successo'])
  await editor.isSaved()
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect.poll(texts).toEqual(['Dove', 'Che cosa è successo', 'Quanto è urgente'])

  await editor.button('Pubblica').focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Pubblica' })
  await dialog.getByLabel('Ho letto gli avvisi e pubblico lo stesso').focus()
  await page.keyboard.press('Space')
  // The button is disabled until the recorded tests have run, too. A disabled button does not take the focus.
  await expect(dialog.getByRole('button', { name: 'Pubblica' })).toBeEnabled()
  await dialog.getByRole('button', { name: 'Pubblica' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Versione 2, pubblicata')).toBeVisible()
  await visitor.opens(`/${code}`)
  await visitor.option('Segnala un danno').click()
  await expect(visitor.page.getByLabel('Che cosa è successo')).toBeVisible()
})

test('two authors see each other’s changes within a second, and a change by one author does not revert the other’s changes', async ({
  page,
  browser,
  deployment,
}) => {
  const code = await importSport(deployment)
  await openDashboard(page, deployment, 'definitions')
  const ada = new FormEditor(page, deployment)
  await ada.opens(code, 'campo')
  const username = `bea-${randomUUID().slice(0, 8)}`
  await makeOperator(deployment, { username, password: 'Un-faro-di-notte-26', role: 'operator' })
  const context = await browser.newContext({ locale: 'it-IT' })
  const other = await context.newPage()
  await other.goto(`${deployment.url}/admin/management/sign-in`)
  await other.getByLabel('Nome utente', { exact: true }).fill(username)
  await other.getByLabel('Password', { exact: true }).fill('Un-faro-di-notte-26')
  await other.getByLabel('Password', { exact: true }).press('Enter')
  await other.waitForURL(/\/admin\/management(?:\?|$)/)
  const bea = new FormEditor(other, deployment)
  await bea.opens(code, 'campo')
  await expect(page.getByText(`Sta lavorando qui anche: ${username}`)).toBeVisible()
  await expect(other.getByText('Sta lavorando qui anche: operator')).toBeVisible()

  await ada.panel.getByLabel('Titolo', { exact: true }).fill('Prenota un campo da tennis')
  await bea.panel.getByLabel('Descrizione').fill('Ogni giorno dalle 8 alle 22')
  await expect(bea.step('Prenota un campo da tennis')).toBeVisible({ timeout: 2_000 })
  await expect(ada.panel.getByLabel('Descrizione')).toHaveValue('Ogni giorno dalle 8 alle 22', { timeout: 2_000 })
  await expect(ada.panel.getByLabel('Titolo', { exact: true })).toHaveValue('Prenota un campo da tennis')

  // Two authors change the same text. The later change wins, and the author of the earlier change can restore the
  // overwritten text.
  await ada.isSaved()
  await bea.panel.getByLabel('Titolo', { exact: true }).fill('Campi')
  await expect(page.getByText(`${username} ha cambiato lo stesso testo nello stesso momento. Vale il suo.`)).toBeVisible()
  await expect(ada.panel.getByLabel('Titolo', { exact: true })).toHaveValue('Campi')
  await page.getByRole('button', { name: 'Rimetti il mio' }).click()
  await expect(bea.panel.getByLabel('Titolo', { exact: true })).toHaveValue('Prenota un campo da tennis')
  await context.close()
})

test('text that an author typed while the server was unreachable is stored later, even if the tab was closed in the meantime', async ({
  page,
  context,
  deployment,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED|ERR_CONNECTION/)
  const code = await importSport(deployment)
  await openDashboard(page, deployment, 'definitions')
  const editor = new FormEditor(page, deployment)
  await editor.opens(code, 'campo')
  await page.route(/draft\/changes$/, (route) => route.abort())
  await editor.panel.getByLabel('Titolo', { exact: true }).fill('Scritto senza rete')
  await expect(page.getByText(/^Non salvato: il server non risponde/)).toBeVisible()
  await expectAccessible(page)
  await page.close()
  // A tab that is closed without an event, as in a crash, counts as closed after five seconds. The text comes then.
  const next = await context.newPage()
  const again = new FormEditor(next, deployment)
  await again.opens(code, 'campo')
  await expect(again.panel.getByLabel('Titolo', { exact: true })).toHaveValue('Scritto senza rete')
  await again.isSaved()
  await next.reload()
  await expect(again.panel.getByLabel('Titolo', { exact: true })).toHaveValue('Scritto senza rete')
})

test('text typed just before the author leaves the editor is stored, and another operator in the same browser does not send the first author’s unsent changes', async ({
  page,
  deployment,
}) => {
  const code = await importSport(deployment)
  await openDashboard(page, deployment, 'definitions')
  const editor = new FormEditor(page, deployment)
  await editor.opens(code, 'campo')
  await editor.panel.getByLabel('Titolo', { exact: true }).fill('Scritto per ultimo')
  await editor.button('← Tutte le definizioni').click()
  const owner = await ownerCredential(deployment)
  const stored = () => manages(deployment, owner, 'GET', `/definitions/${code}`) as Promise<{ children: { tag_description: string }[] }>
  await expect.poll(async () => (await stored()).children[0]?.tag_description).toBe('Scritto per ultimo')

  const left = [{ id: randomUUID(), kind: 'edit', operations: [{ type: 'set', id: 'corso', path: ['tag_description'], value: 'Di un altro' }] }]
  await page.evaluate(([key, changes]) => localStorage.setItem(`draft:${key}:tab:editor`, JSON.stringify({ at: 0, changes })), [
    JSON.stringify(['someone-else', code]),
    left,
  ] as const)
  await editor.opens(code, 'corso')
  await editor.isSaved()
  await expect(editor.panel.getByLabel('Titolo', { exact: true })).toHaveValue('Iscriviti a un corso')

  // The editor immediately shows an error if a code would prevent publication.
  const fault = editor.inspector.getByLabel('Codice')
  await fault.fill('campo')
  await expect(fault).toHaveAccessibleDescription('Questo codice è già di un altro passo.')
  await fault.fill('due parole')
  await expect(fault).toHaveAccessibleDescription(/^Solo lettere, cifre/)
  await expectAccessible(page)
})

test('undoing the removal of a step restores its fields, and a duplicated step has its own fields', async ({ page, deployment }) => {
  const code = await importSport(deployment)
  await openDashboard(page, deployment, 'definitions')
  const editor = new FormEditor(page, deployment)
  await editor.opens(code)
  await editor.button('Duplica: Prenota un campo').click()
  await expect(editor.outline.getByRole('row')).toHaveCount(4)
  await editor.selects('Iscriviti a un corso')
  await page.keyboard.press('Delete')
  await expect(editor.outline.getByRole('row')).toHaveCount(3)
  await page.getByRole('button', { name: 'Rimetti', exact: true }).click()
  await expect(editor.step('Iscriviti a un corso')).toHaveAttribute('aria-selected', 'true')
  await expect(editor.panel.getByRole('textbox', { name: 'Domanda' })).toHaveValue('Livello')
  await editor.isSaved()
  await page.reload()
  await expect(editor.outline.getByRole('row')).toHaveCount(4)

  // The code of a new step follows its title in the same change, so one undo reverts both.
  await editor.opens(code)
  await editor.button('Aggiungi una scelta').click()
  const added = editor.panel.getByRole('textbox', { name: 'Titolo' }).last()
  await added.fill('Una terza scelta')
  await editor.isSaved()
  const stored = async () =>
    JSON.stringify(await manages(deployment, await ownerCredential(deployment), 'GET', `/definitions/${code}`)).match(/una_terza_scelta|passo_1/g)
  await expect.poll(stored).toEqual(['una_terza_scelta'])
  await page.keyboard.press('Control+z')
  await expect(added).toHaveValue('')
  await expect.poll(stored).toEqual(['passo_1'])

  // The author uses the outline's search and the keyboard shortcuts.
  await page.getByRole('searchbox', { name: 'Cerca un passo' }).fill('corso')
  await page
    .getByRole('button', { name: /^Iscriviti a un corso/ })
    .first()
    .click()
  await expect(editor.step('Iscriviti a un corso')).toHaveAttribute('aria-selected', 'true')
  await editor.step('Iscriviti a un corso').click()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Scorciatoie da tastiera' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The focus returns in the next animation frame.
  await expect(page.locator('body')).not.toBeFocused()
  // Single-character shortcuts work only inside the editor (WCAG 2.1.4).
  await page
    .getByRole('button', { name: /^Cerca/ })
    .first()
    .focus()
  await page.keyboard.press('?')
  await page.keyboard.press('/')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await editor.step('Iscriviti a un corso').click()
  await page.keyboard.press('/')
  await expect(page.getByRole('dialog', { name: 'Che cosa vuoi aggiungere?' })).toBeVisible()
})

test('a step can be moved into another step with the keyboard, and screen readers announce the drop positions', async ({ page, deployment }) => {
  const code = await importSport(deployment)
  await openDashboard(page, deployment, 'definitions')
  const editor = new FormEditor(page, deployment)
  await editor.opens(code, 'corso')
  await editor.step('Iscriviti a un corso').getByRole('button', { name: 'Trascina Iscriviti a un corso' }).focus()
  await page.keyboard.press('Enter')
  // The arrow keys move through the possible drop positions for the step. Screen readers read the name of each
  // position.
  const target = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await expect.poll(target).toMatch(/^(?:Rilascia|Inserisci)/)
  for (let press = 0; press < 12 && (await target()) !== 'Rilascia su Prenota un campo'; press++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(editor.step('Iscriviti a un corso')).toHaveAttribute('aria-level', '3')
  await editor.isSaved()
})

test('an operator with the role viewer can read a form in the editor but cannot change it', async ({ page, deployment }) => {
  const code = await importSport(deployment)
  const username = `legge-${randomUUID().slice(0, 8)}`
  await makeOperator(deployment, { username, password: 'Un-faro-di-notte-26', role: 'viewer' })
  await page.goto('/admin/management/sign-in')
  await page.getByLabel('Nome utente', { exact: true }).fill(username)
  await page.getByLabel('Password', { exact: true }).fill('Un-faro-di-notte-26')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.waitForURL(/\/admin\/management(?:\?|$)/)
  const editor = new FormEditor(page, deployment)
  await editor.opens(code, 'campo')
  await expect(editor.panel.getByLabel('Titolo', { exact: true })).toHaveAttribute('readonly', '')
  for (const name of ['Pubblica', 'Aggiungi una scelta', 'Aggiungi una domanda o un testo', 'Elimina: Nome']) await expect(editor.button(name)).toHaveCount(0)
  await expectAccessible(page)
})

test('rows pasted from a spreadsheet fill a table, and the publication dialog lists missing values', async ({ page, deployment, expectConsoleError }) => {
  expectConsoleError(/status of 400/)
  const code = await importSport(deployment)
  await openDashboard(page, deployment, 'definitions')
  const editor = new FormEditor(page, deployment)
  await editor.opens(code, 'corso')
  await editor.adds('Domande frequenti')
  const paste = (text: string) =>
    page.evaluate((pasted) => {
      const data = new DataTransfer()
      data.setData('text/plain', pasted)
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    }, text)
  await editor.inspector.getByLabel('Domanda', { exact: true }).focus()
  await paste('Quando?\tOgni giorno\nDove?\tIn <città>\n')
  await editor.inspector.getByText('Dove?', { exact: true }).click()
  await expect(editor.inspector.getByRole('textbox', { name: 'Risposta' }).last()).toHaveText('In <città>')
  await editor.isSaved()
  await editor.opens(code, 'campo')
  await editor.adds('Una scelta da un elenco')
  await editor.awaitsText()
  await editor.inspector.getByLabel('Testo, Opzioni, riga 1').focus()
  await paste('Mattina\tm\nSera\ts\nNotte\tn\n')
  await expect(editor.inspector.getByLabel('Testo, Opzioni, riga 3')).toHaveValue('Notte')
  await editor.isSaved()
  await editor.opens(code, 'corso')

  await editor.adds('Testo breve')
  await editor.isSaved()
  await editor.button('Pubblica').click()
  const dialog = page.getByRole('dialog', { name: 'Pubblica' })
  await expect(dialog.getByRole('region', { name: 'Prima di pubblicare, correggi questi errori' })).toContainText(
    'Iscriviti a un corso › Testo breve: La domanda non ha un testo.',
  )
  await expect(dialog.getByRole('button', { name: 'Pubblica' })).toBeDisabled()
})
