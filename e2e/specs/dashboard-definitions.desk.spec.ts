import { expectAccessible } from '../fixtures/accessibility.ts'
import { manages, Operator, openDashboard, ownerCredential } from '../fixtures/operator.ts'
import { publishInDialog } from '../fixtures/publish.ts'
import { expect, test } from '../fixtures/test.ts'

test('an operator drafts a definition, sees its errors, publishes it, and restores the previous version', async ({
  page,
  visitor,
  deployment,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 400/)
  await deployment.importBundle({
    definitions: [
      {
        code_tag: 'bozze',
        tag_description: 'Prima',
        form_params: { auth_type: ['FREE'] },
        children: [{ code_tag: 'a', tag_description: 'Una voce', form_fields: [{ type: 'HTML', ordering: 1, value: '<p>Informazioni</p>' }] }],
      },
    ],
    forms: [{ code_form: 'bozze', code_tag: 'bozze' }],
  })
  await openDashboard(page, deployment, 'definitions')
  const table = page.getByRole('table', { name: 'Definizioni' })
  const row = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'bozze', exact: true }) })
  await row.getByRole('button', { name: 'JSON' }).click()
  const editor = page.getByRole('dialog', { name: 'Modifica la bozza (JSON): bozze' })
  const document = editor.getByLabel('Documento (JSON)')
  await expect(document).toContainText('Una voce')
  const text = JSON.stringify(await manages(deployment, await ownerCredential(deployment), 'GET', '/definitions/bozze'))
  await document.fill(text.replace('"Una voce"', '""'))
  await editor.getByRole('button', { name: 'Salva' }).click()
  await expect(editor.getByRole('region', { name: 'Errori nel documento' })).toContainText('/children/0/tag_description')
  // The editor marks the error in the JSON document, and its completion offers property names from the schema.
  await expect(editor.locator('.cm-lint-marker-error')).toHaveCount(1)
  await expectAccessible(page)
  await document.fill('{"form_params": {"captcha": ')
  await page.keyboard.press('Control+ ')
  await expect(page.getByRole('option', { name: 'true' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(editor).toBeVisible()
  await expect(editor.getByRole('button', { name: 'Salva' })).toBeDisabled()
  await document.fill(text.replace('"Prima"', '"Seconda"'))
  await editor.getByRole('button', { name: 'Salva' }).click()
  await expect(editor).toHaveCount(0)
  await expect(row).toContainText('da pubblicare')
  const usedBy = await row.getByRole('cell', { name: 'bozze', exact: true }).boundingBox()
  const actions = await row.getByRole('cell').last().boundingBox()
  expect((usedBy?.x ?? 0) + (usedBy?.width ?? 0), 'the actions cover the forms that use it').toBeLessThanOrEqual(Math.ceil(actions?.x ?? 0))
  await row.getByRole('button', { name: 'Pubblica' }).click()
  await publishInDialog(page)
  await expect(row).toContainText('Seconda')
  await visitor.opens('/bozze')
  await expect(visitor.step('Seconda')).toBeVisible()

  await page.goto(`${deployment.url}/admin/management?view=definitions`)
  await row.getByRole('button', { name: 'Versioni' }).click()
  const versions = page.getByRole('dialog', { name: 'Versioni: bozze' })
  await expectAccessible(page)
  await versions.getByRole('row').filter({ hasText: /^1/ }).getByRole('button', { name: 'Rimetti in uso' }).click()
  await page.getByRole('dialog', { name: 'Rimetti in uso' }).getByRole('button', { name: 'Rimetti in uso' }).click()
  await expect(page.getByText(/^Versione rimessa in uso/)).toBeVisible()
  await expect(versions.getByText('in uso', { exact: true })).toBeVisible()
  await visitor.opens('/bozze')
  await expect(visitor.step('Prima')).toBeVisible()

  // The audit log describes each action with a phrase, and the operator can filter it by action.
  const operator = new Operator(page, deployment)
  await page.goto(`${deployment.url}/admin/management?view=audit&f.subject=bozze`)
  const lines = operator.table('Registro modifiche').getByRole('row')
  await expect(lines).toHaveCount(2 + 3)
  const done = operator.table('Registro modifiche').getByRole('cell', { name: /^(Bozza salvata|Definizione pubblicata|Versione rimessa in uso)$/ })
  await expect(done).toHaveText(['Versione rimessa in uso', 'Definizione pubblicata', 'Bozza salvata'])
  await operator.filter('Che cosa').selectOption('Definizione pubblicata')
  await expect(lines).toHaveCount(2 + 1)
  await expect(lines.last()).toContainText('Definizione pubblicata')
})
