import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../fixtures/accessibility.ts'
import type { Deployment } from '../fixtures/deployment.ts'
import { FormEditor } from '../fixtures/form-editor.ts'
import { openDashboard } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

/** Imports a form with the given number of branches and last steps. Each last step asks one question. */
async function importForm(deployment: Deployment, branches: number, leaves: number, locked = ''): Promise<string> {
  const code = `corsi-${randomUUID().slice(0, 8)}`
  const question = (id: string) => ({
    id: `${id}-nome`,
    type: 'PROPERTY',
    ordering: 1,
    required: true,
    ...(id === locked && { readonly: 'LOCKED' }),
    value: { property_code: `${id}_nome`, property_description: 'Nome', default_value: { input_type: 'text' } },
  })
  const leaf = (id: string) => ({ id, code_tag: id, tag_description: `Corso ${id}`, form_fields: [question(id)], children: [] })
  const children = Array.from({ length: branches }, (_, at) => ({
    id: `b${at}`,
    code_tag: `b${at}`,
    tag_description: `Sede ${at}`,
    form_fields: [],
    children: Array.from({ length: leaves }, (_each, place) => leaf(`b${at}l${place}`)),
  }))
  await deployment.importBundle({
    definitions: [{ code_tag: code, tag_description: 'Corsi', form_params: { auth_type: ['FREE'] }, form_fields: [], children }],
    forms: [{ code_form: code, code_tag: code, client_url: '' }],
  })
  return code
}

async function opensTrial(page: Page, deployment: Deployment, code: string) {
  await openDashboard(page, deployment, 'definitions')
  const editor = new FormEditor(page, deployment)
  await editor.opens(code)
  await page.getByRole('button', { name: /^Problemi/ }).click()
  const trial = page.getByRole('complementary', { name: 'Problemi' }).getByRole('region', { name: 'Prova di tutti i percorsi' })
  return { editor, trial }
}

test('an author runs the check that tries every path of a draft, opens the step with the error, repairs it and runs the check again', async ({
  page,
  deployment,
}) => {
  // Visitors cannot submit the form below this step: its question is required, but they cannot answer it, and no known
  // data fill it in.
  const { editor, trial } = await opensTrial(page, deployment, await importForm(deployment, 2, 2, 'b1l1'))
  await trial.getByRole('button', { name: 'Prova tutti i percorsi' }).press('Enter')
  await expect(trial.getByRole('status')).toHaveText('La prova ha trovato questo:')
  const fault = trial.getByRole('listitem').filter({ hasText: 'Una richiesta con risposte valide viene rifiutata per «Nome».' })
  await expect(fault).toHaveCount(1)
  await expect(trial.getByRole('definition')).toHaveText(['7', '4', '6', '6', /^\d+(,\d)? s/])
  await expectAccessible(page)

  await fault.getByRole('button', { name: 'Corso b1l1 › Nome' }).press('Enter')
  await expect(editor.panel.getByLabel('Titolo', { exact: true })).toHaveValue('Corso b1l1')
  await page.getByRole('button', { name: 'Chiudi i problemi' }).click()
  await page.getByLabel('Chi compila può cambiarla').selectOption('EDITABLE')
  await editor.isSaved()
  await page.getByRole('button', { name: /^Problemi/ }).click()
  await trial.getByRole('button', { name: 'Prova tutti i percorsi' }).click()
  await expect(trial.getByRole('status')).toHaveText('Ogni passo si può mostrare e ogni percorso si può inviare.')
  await expect(trial.getByRole('definition')).toHaveText(['7', '4', '8', '8', /^\d+(,\d)? s/])
  await trial.getByText('Che cosa leggerebbe chi sbaglia').click()
  await expect(trial.getByRole('listitem')).toHaveText([/Il campo può avere al massimo … caratteri\s*4/, /Il campo è richiesto\s*4/])
  await expectAccessible(page)

  await editor.panel.getByLabel('Titolo', { exact: true }).fill('Corso nuovo')
  await expect(trial.getByText('Il form è cambiato dopo la prova.')).toBeVisible()
})

test('an author cancels the check that tries every path of a large form', async ({ page, deployment }) => {
  const { trial } = await opensTrial(page, deployment, await importForm(deployment, 60, 80))
  await trial.getByRole('button', { name: 'Prova tutti i percorsi' }).click()
  await expect(trial.getByText(/Passi (mostrati|provati): [\d.]+ di 4861/)).toBeVisible()
  await trial.getByRole('button', { name: 'Interrompi la prova' }).press('Enter')
  await expect(trial.getByRole('status')).toHaveText('Prova interrotta.')
  await expect(trial.getByRole('progressbar')).toHaveCount(0)
  await expect(trial.getByRole('button', { name: 'Prova di nuovo' })).toBeEnabled()
})
