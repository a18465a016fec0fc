import { randomUUID } from 'node:crypto'
import { expectAccessible } from '../fixtures/accessibility.ts'
import type { Deployment } from '../fixtures/deployment.ts'
import { manages, openDashboard, ownerCredential } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

const question = (required: boolean, options: readonly string[]) => ({
  id: 'sede',
  type: 'PROPERTY',
  ordering: 1,
  required,
  value: {
    property_code: 'sede',
    property_description: 'Sede',
    default_value: { input_type: 'select', options: options.map((label) => ({ key: label, value: label })) },
  },
})

/** Imports two versions of a form, and gives the form a draft in which a step is moved. */
async function importVersions(deployment: Deployment): Promise<string> {
  const code = `corsi-${randomUUID().slice(0, 8)}`
  const step = (id: string, title: string, more: object = {}) => ({
    id: `${code}-${id}`,
    code_tag: `${code}-${id}`,
    tag_description: title,
    form_fields: [],
    children: [],
    ...more,
  })
  const asks = (required: boolean, options: readonly string[]) => ({ form_fields: [question(required, options)] })
  const definition = (...children: object[]) => ({ code_tag: code, tag_description: 'Corsi', form_params: { auth_type: ['FREE'] }, form_fields: [], children })
  const first = definition(step('nuoto', 'Nuoto', asks(false, ['Nord', 'Sud'])), step('tennis', 'Tennis', asks(false, ['Est'])))
  const second = definition(step('nuoto', 'Nuoto', asks(true, ['Nord', 'Centro'])), step('tennis', 'Tennis', asks(false, ['Est'])))
  const draft = definition(step('nuoto', 'Nuoto', { ...asks(true, ['Nord', 'Centro']), children: [step('tennis', 'Tennis', asks(false, ['Est']))] }))
  for (const each of [first, second]) await deployment.importBundle({ definitions: [each], forms: [{ code_form: code, code_tag: code, client_url: '' }] })
  await manages(deployment, await ownerCredential(deployment), 'PUT', `/definitions/${code}`, draft)
  return code
}

test('an operator reads a description of the differences between two versions, and of the changes that a publication would make', async ({
  page,
  deployment,
}) => {
  const code = await importVersions(deployment)
  await openDashboard(page, deployment, 'definitions')
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: code, exact: true }) })
  await row.getByRole('button', { name: 'Versioni' }).click()
  const comparison = page.getByRole('dialog').getByRole('region', { name: 'Confronta due versioni' })
  await expect(comparison.getByLabel('Dalla versione')).toHaveValue('2')
  await expect(comparison.getByLabel('Alla versione', { exact: true })).toHaveValue('draft')
  await expect(comparison.getByText('Passo «Tennis» spostato sotto «Nuoto»')).toBeVisible()

  await page.getByRole('row', { name: /^2/ }).getByRole('button', { name: 'Che cosa cambia' }).press('Enter')
  await expect(comparison.getByLabel('Dalla versione')).toHaveValue('1')
  await expect(comparison.getByText('Campo «Sede» ora obbligatorio')).toBeVisible()
  await expect(comparison.getByText('«Sede», Opzioni: aggiunto «Centro», tolto «Sud»')).toBeVisible()
  await expectAccessible(page)
  await comparison.getByRole('button', { name: 'Mostra le due versioni' }).press('Enter')
  const framed = (at: number) => comparison.locator('iframe').nth(at).contentFrame()
  for (const [at, offered, other] of [
    [0, 'Sud', 'Centro'],
    [1, 'Centro', 'Sud'],
  ] as const) {
    await expect(framed(at).getByRole('complementary', { name: `Anteprima della versione ${at + 1}` })).toBeVisible()
    await framed(at).getByRole('option', { name: 'Nuoto' }).click()
    await expect(framed(at).getByLabel('Sede').getByRole('option', { name: offered })).toHaveCount(1)
    await expect(framed(at).getByLabel('Sede').getByRole('option', { name: other })).toHaveCount(0)
  }
  await expectAccessible(page, '.version-previews .preview-frame')
  await comparison.getByRole('button', { name: 'Nascondi le due versioni' }).click()
  await comparison.getByLabel('Dalla versione').selectOption('2')
  await expect(comparison.getByRole('status')).toHaveText('Queste due versioni sono uguali.')
  await page.getByRole('button', { name: 'Chiudi' }).click()

  await row.getByRole('button', { name: 'Pubblica', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Pubblica' })
  await dialog.getByText('Differenze dalla versione pubblicata: 1').click()
  await expect(dialog.getByText('Passo «Tennis» spostato sotto «Nuoto»')).toBeVisible()
  await expectAccessible(page)
})
