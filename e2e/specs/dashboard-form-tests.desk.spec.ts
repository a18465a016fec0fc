import { randomUUID } from 'node:crypto'
import { expectAccessible } from '../fixtures/accessibility.ts'
import type { Deployment } from '../fixtures/deployment.ts'
import { FormEditor } from '../fixtures/form-editor.ts'
import { callManagement } from '../fixtures/management-call.ts'
import { openDashboard } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

/** Mailbox that gets a mail about each request of the form. */
const OFFICE = 'ufficio@example.org'

/** Imports a form for enrolling children who are at least three years old. */
async function importCourses(deployment: Deployment): Promise<string> {
  const code = `corsi-${randomUUID().slice(0, 8)}`
  const age = { property_code: 'eta', property_description: 'Età', default_value: { input_type: 'int', min: 3 } }
  const course = {
    id: 'nuoto',
    code_tag: 'nuoto',
    tag_description: 'Nuoto',
    form_fields: [{ id: 'eta', type: 'PROPERTY', ordering: 1, required: true, value: age }],
    children: [],
  }
  await deployment.importBundle({
    definitions: [{ code_tag: code, tag_description: 'Corsi', form_params: { auth_type: ['DATACOLLECTION'] }, form_fields: [], children: [course] }],
    forms: [{ code_form: code, code_tag: code, client_url: '', params: { destination: [{ kind: 'email', address: OFFICE }] } }],
  })
  return code
}

test('an author records a test in the preview, sees that a change makes the test fail, and publishes with a reason', async ({ page, deployment }) => {
  test.slow()
  const code = await importCourses(deployment)
  await openDashboard(page, deployment, 'definitions')
  const editor = new FormEditor(page, deployment)
  await editor.opens(code, 'nuoto')
  await editor.button('Anteprima').click()
  const form = page.frameLocator('iframe[title="Il form come lo vede chi compila"]')
  await form.getByLabel('Età').fill('5')
  await form.getByRole('button', { name: 'Invia Richiesta' }).click()
  await editor.button('Registra come prova').click()
  const naming = page.getByRole('dialog', { name: 'Registra come prova' })
  await expect(naming.getByLabel('Risposte inviate (JSON)')).toHaveValue('{\n  "eta": 5\n}')
  await naming.getByLabel('Nome della prova').fill('Cinque anni')
  await expect(naming.getByLabel(`Prova anche mail e consegne del form ${code}`)).toBeChecked()
  await expectAccessible(page)
  await naming.getByRole('button', { name: 'Salva' }).click()
  await expect(page.getByText('Prova registrata: Cinque anni')).toBeVisible()
  await editor.button('Chiudi l’anteprima').click()

  await page.getByRole('button', { name: /^Problemi/ }).click()
  const tests = page.getByRole('region', { name: 'Prove registrate' })
  await expect(tests.getByRole('status')).toHaveText('Tutte le prove danno il risultato atteso.')
  await tests.getByRole('button', { name: 'Cambia la prova: Cinque anni' }).click()
  const changing = page.getByRole('dialog', { name: 'Cambia la prova' })
  await changing.getByLabel('Nome della prova').fill('Due anni, troppo pochi')
  await changing.getByLabel('Risposte inviate (JSON)').fill('{ "eta": ')
  await expect(changing.getByRole('button', { name: 'Salva' })).toBeDisabled()
  await changing.getByLabel('Risposte inviate (JSON)').fill('{ "eta": 2 }')
  await changing.getByLabel('Salva come prova nuova').check()
  await changing.getByRole('button', { name: 'Salva' }).click()
  await expect(tests.getByRole('listitem')).toHaveCount(2)

  await editor.panel
    .getByRole('button', { name: /^Numero intero/ })
    .first()
    .click()
  await editor.button('Chiudi i problemi').click()
  await editor.inspector.getByLabel('Minimo', { exact: true }).fill('6')
  await editor.isSaved()
  await page.getByRole('button', { name: /^Problemi/ }).click()
  await expect(tests.getByRole('status')).toHaveText('Prove con un altro risultato: 1')
  await expect(tests.locator('ins')).toHaveText(/^eta: .+/)
  await expectAccessible(page)

  await editor.button('Pubblica').click()
  const dialog = page.getByRole('dialog', { name: 'Pubblica' })
  await dialog.getByLabel('Ho letto gli avvisi e pubblico lo stesso').check()
  const publish = dialog.getByRole('button', { name: 'Pubblica' })
  await expect(dialog.getByRole('region', { name: 'Prove con un altro risultato: 1' })).toContainText('Cinque anni')
  await expect(publish).toBeDisabled()
  await dialog.getByLabel('Perché pubblichi lo stesso').fill('Il corso è per chi ha sei anni')
  await expect(publish).toBeEnabled()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Accetta il nuovo risultato: Cinque anni' }).press('Enter')
  await expect(dialog.getByLabel('Perché pubblichi lo stesso')).toHaveCount(0)
  await publish.click()
  await expect(page.getByText('Versione 2, pubblicata')).toBeVisible()
})

test('an author writes what must come out of a test, and sees which mail differs', async ({ page, deployment }) => {
  const code = await importCourses(deployment)
  const input = { code_tag: 'nuoto', form_fields: { eta: 5 }, further_questions: null, terms: [], files: [], known: {}, today: '2026-03-02' }
  const sent = { form: code, auth_type: 'DATACOLLECTION', email: null }
  await callManagement(deployment.url, await deployment.ownerCredential(), 'POST', `/definitions/${code}/tests`, {
    name: 'Cinque anni',
    input: { ...input, sent },
  })
  await openDashboard(page, deployment, 'definitions')
  const editor = new FormEditor(page, deployment)
  await editor.opens(code, 'nuoto')
  await page.getByRole('button', { name: /^Problemi/ }).click()
  const tests = page.getByRole('region', { name: 'Prove registrate' })
  const change = tests.getByRole('button', { name: 'Cambia la prova: Cinque anni' })
  await change.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Cambia la prova' })
  const save = dialog.getByRole('button', { name: 'Salva' })
  await dialog.getByLabel('Risultato atteso').selectOption('Lo scrivo io')
  await expect(dialog.getByLabel('Percorso (un passo per riga)')).toHaveValue('Corsi\nNuoto')
  await dialog.getByLabel('Rifiuti (uno per riga, «codice: regola»)').fill('eta')
  await expect(save).toBeDisabled()
  await dialog.getByLabel('Rifiuti (uno per riga, «codice: regola»)').fill('')
  await dialog.getByLabel(`Oggetto della mail a ${OFFICE}`).fill('Nuova iscrizione')
  await expectAccessible(page)
  await save.press('Enter')
  await expect(tests.getByRole('status')).toHaveText('Prove con un altro risultato: 1')
  await expect(tests.getByRole('definition')).toHaveCount(2)
  await expect(tests.getByRole('term')).toHaveText('Mail')
  await expect(tests.locator('del')).toContainText(`${OFFICE}: Nuova iscrizione`)
  await expectAccessible(page)
  await tests.getByRole('button', { name: 'Accetta il nuovo risultato: Cinque anni' }).press('Enter')
  await expect(tests.getByRole('status')).toHaveText('Tutte le prove danno il risultato atteso.')
})
