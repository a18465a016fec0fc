import { randomUUID } from 'node:crypto'
import { expectAccessible } from '../fixtures/accessibility.ts'
import type { Deployment } from '../fixtures/deployment.ts'
import { FormEditor } from '../fixtures/form-editor.ts'
import { manages, openDashboard, ownerCredential } from '../fixtures/operator.ts'
import { publishInDialog } from '../fixtures/publish.ts'
import { expect, test } from '../fixtures/test.ts'

/**
 * Imports a form without problems, and then gives it a draft with two errors: a minimum above the maximum, and a last
 * step that leads nowhere.
 */
async function importFaulty(deployment: Deployment): Promise<string> {
  const code = `corsi-${randomUUID().slice(0, 8)}`
  const players = (limits: object) => ({
    id: 'quanti',
    type: 'PROPERTY',
    ordering: 1,
    value: { property_code: 'quanti', property_description: 'Quanti giocatori', default_value: { input_type: 'int', ...limits } },
  })
  const definition = (limits: object, information: object[]) => ({
    code_tag: code,
    tag_description: 'Corsi',
    form_params: { auth_type: ['FREE'] },
    form_fields: [],
    children: [
      { id: 'tennis', code_tag: 'tennis', tag_description: 'Tennis', form_fields: [players(limits)], children: [] },
      { id: 'nuoto', code_tag: 'nuoto', tag_description: 'Nuoto', form_fields: information, children: [] },
    ],
  })
  const text = { id: 'testo', type: 'HTML', ordering: 1, value: '<p>Le iscrizioni aprono a marzo.</p>' }
  await deployment.importBundle({ definitions: [definition({ min: 2, max: 4 }, [text])], forms: [{ code_form: code, code_tag: code, client_url: '' }] })
  await manages(deployment, await ownerCredential(deployment), 'PUT', `/definitions/${code}`, definition({ min: 12, max: 4 }, []))
  return code
}

test('an author sees the problems of a draft while editing, repairs one with a button, and can publish only when there are no errors left', async ({
  page,
  deployment,
}) => {
  const code = await importFaulty(deployment)
  await openDashboard(page, deployment, 'definitions')
  const editor = new FormEditor(page, deployment)
  await editor.opens(code)
  await expect(editor.outline.getByRole('row', { name: 'Tennis, 1 errore', exact: true })).toBeVisible()
  await expect(editor.outline.getByRole('row', { name: 'Nuoto, 1 errore', exact: true })).toBeVisible()
  await editor.button('Problemi 2 errori, 2 avvisi').click()
  const panel = page.getByRole('complementary', { name: 'Problemi' })
  await expect(panel.getByRole('listitem')).toHaveText([
    /Errore«Quanti giocatori»: il minimo 12 è maggiore del massimo 4; nessuna risposta va bene.Tennis › Quanti giocatoriScambia i limiti/,
    /ErroreChi arriva a «Nuoto» non trova niente/,
    /AvvisoChiunque può usare il form/,
    /AvvisoLe richieste non vengono mai cancellate/,
  ])
  await expectAccessible(page)

  // The dialog lists the errors, and its publish button is disabled.
  await editor.button('Pubblica').click()
  const dialog = page.getByRole('dialog', { name: 'Pubblica' })
  await expect(dialog.getByRole('region', { name: 'Prima di pubblicare, correggi questi errori' })).toContainText(
    'Tennis › Quanti giocatori: «Quanti giocatori»',
  )
  await expect(dialog.getByRole('button', { name: 'Pubblica' })).toBeDisabled()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Annulla' }).click()

  await panel.getByRole('button', { name: 'Scambia i limiti' }).press('Enter')
  await expect(panel.getByText('il minimo 12')).toHaveCount(0)
  await expect(editor.outline.getByRole('row', { name: 'Tennis', exact: true })).toBeVisible()
  await panel.getByRole('button', { name: 'Nuoto', exact: true }).press('Enter')
  await expect(editor.panel.getByLabel('Titolo', { exact: true })).toHaveValue('Nuoto')
  await editor.adds('Testo breve')
  await editor.types('Nome')
  await expect(editor.button('Problemi 2 avvisi')).toBeVisible()
  await editor.isSaved()

  await editor.button('Pubblica').click()
  await expect(dialog.getByRole('region', { name: 'Avvisi' })).toContainText('Chiunque può usare il form')
  await expect(dialog.getByRole('button', { name: 'Pubblica' })).toBeDisabled()
  await dialog.getByLabel('Che cosa cambia').fill('Il nuoto ha una domanda.')
  await publishInDialog(page)
  await expect(page.getByText('Versione 2, pubblicata')).toBeVisible()
  await page.goto(`${deployment.url}/admin/management?view=definitions`)
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: code, exact: true }) })
  await row.getByRole('button', { name: 'Versioni' }).click()
  await expect(page.getByRole('dialog').getByRole('row', { name: /^2/ })).toContainText(/da operator.*Il nuoto ha una domanda\./)
})

test('the problems of a draft are shown in the dashboard’s language, and disappear when the author undoes their cause', async ({ page, deployment }) => {
  const code = await importFaulty(deployment)
  await openDashboard(page, deployment, 'definitions')
  await page.evaluate(() => localStorage.setItem('dashboard_language', 'de'))
  await page.goto(`${deployment.url}/admin/management?view=definitions&definition=${code}&problems=all`)
  const panel = page.getByRole('complementary', { name: 'Probleme' })
  await expect(panel.getByRole('listitem').first()).toContainText('Das Minimum 12 ist größer als das Maximum 4')
  await panel.getByRole('button', { name: 'Grenzen tauschen' }).click()
  await expect(panel.getByRole('listitem').first()).toContainText('Wer zu „Nuoto“ kommt')
  await page.keyboard.press('Control+z')
  await expect(panel.getByRole('listitem').first()).toContainText('Das Minimum 12')
})
