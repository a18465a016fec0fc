import { expectAccessible } from '../fixtures/accessibility.ts'
import type { Deployment } from '../fixtures/deployment.ts'
import { randomPng } from '../fixtures/png.ts'
import { expect, test } from '../fixtures/test.ts'

const question = (property_code: string, property_description: string, default_value: object, more: object = {}) => ({
  type: 'PROPERTY',
  ordering: 1,
  value: { property_code, property_description, default_value },
  ...more,
})

const MODAL = { type: 'CONFIRM_MODAL', ordering: 9, value: { title: 'Sicuro?', text: '<p>Ultima domanda</p>', confirm: 'Certo', cancel: 'No' } }

/**
 * Imports a form of two steps with questions, in which visitors check their answers before the submission.
 * @param after further fields of the last step
 */
async function importForm(deployment: Deployment, code: string, after: object[] = [MODAL]): Promise<void> {
  const where = question('dove', 'Dove', { input_type: 'text' }, { required: true })
  const kind = question('tipo', 'Che cosa', { input_type: 'select', options: [{ key: 'b', value: 'Una buca' }] })
  const photo = question('foto', 'Foto', { input_type: 'file', file_type: ['image/png'] }, { ordering: 2 })
  const day = question('giorno', 'Giorno', { input_type: 'date' })
  const last = { code_tag: `${code}-fine`, tag_description: 'Dettagli', form_fields: [day, photo, ...after], children: [] }
  await deployment.importBundle({
    definitions: [
      {
        code_tag: `${code}-root`,
        tag_description: 'Segnala',
        form_params: { auth_type: ['DATACOLLECTION'], review_before_send: true },
        children: [{ code_tag: `${code}-dove`, tag_description: 'Il posto', form_fields: [where, kind], children: [last] }],
      },
    ],
    forms: [{ code_form: code, code_tag: `${code}-root` }],
  })
}

test('a visitor checks all answers before the submission, changes one, and returns to the check', { tag: '@firefox' }, async ({
  page,
  visitor,
  deployment,
}) => {
  await importForm(deployment, 'controlla')
  await visitor.opens('/controlla/open/controlla-fine')
  await visitor.field('Giorno').fill('3/2/2026')
  const send = page.getByRole('button', { name: 'Invia Richiesta' })
  await send.click()
  await visitor.dialog('Errore').getByRole('button', { name: 'Dove' }).click()
  await visitor.field('Dove').fill('Via Roma')
  await visitor.main.getByLabel('Foto').setInputFiles({ name: 'buca.png', mimeType: 'image/png', buffer: randomPng(8) })
  await send.click()

  const check = visitor.dialog('Controlla le tue risposte')
  await expect(check.getByRole('heading', { level: 3 })).toHaveText(['Il posto', 'Dettagli'])
  await expect(check.getByRole('term')).toHaveText(['Dove', 'Che cosa', 'Giorno', 'Foto'])
  await expect(check.locator('.answer-text')).toHaveText(['Via Roma', 'Non indicato', /2026/, /buca\.png/])
  await expectAccessible(page)
  await check.getByRole('button', { name: 'Modifica: Dove' }).press('Enter')
  await expect(check).toBeHidden()
  await expect(visitor.field('Dove')).toBeFocused()
  await visitor.field('Dove').fill('Via Milano')
  // The way back to the check is in sight wherever the question is.
  const back = page.getByRole('button', { name: 'Controlla le tue risposte' })
  await visitor.field('Dove').scrollIntoViewIfNeeded()
  await expect(back).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await back.press('Enter')
  await expect(check.locator('.answer-text').first()).toHaveText('Via Milano')
  await expect(check.getByRole('button', { name: 'Modifica: Dove' })).toBeFocused()

  await page.keyboard.press('Escape')
  await expect(check).toBeHidden()
  await expect(back).toBeFocused()
  await back.press('Enter')
  // The button says that the author’s question follows.
  await check.getByRole('button', { name: 'Tutto giusto, continua' }).press('Enter')
  await visitor.dialog('Sicuro?').getByRole('button', { name: 'Certo' }).click()
  await expect(page).toHaveURL(/\/controlla\/receipt/)
})

test('the check of the answers submits the form at once if no other dialog follows', async ({ page, visitor, deployment }) => {
  await importForm(deployment, 'controlla-e-basta', [])
  await visitor.opens('/controlla-e-basta/open/controlla-e-basta-fine')
  await visitor.button('Mostra Il posto').click()
  await visitor.field('Dove').fill('Via Roma')
  await visitor.field('Giorno').fill('3/2/2026')
  await visitor.button('Invia Richiesta').click()
  await visitor.dialog('Controlla le tue risposte').getByRole('button', { name: 'Conferma e invia', exact: true }).click()
  await expect(page).toHaveURL(/\/controlla-e-basta\/receipt/)
})
