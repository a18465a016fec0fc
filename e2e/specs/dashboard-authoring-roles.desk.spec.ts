import { randomUUID } from 'node:crypto'
import { expectAccessible } from '../fixtures/accessibility.ts'
import type { Deployment } from '../fixtures/deployment.ts'
import { FormEditor } from '../fixtures/form-editor.ts'
import { entersAs, manages, Operator, ownerCredential } from '../fixtures/operator.ts'
import { publishInDialog } from '../fixtures/publish.ts'
import { expect, test } from '../fixtures/test.ts'

/**
 * Imports a definition in Italian and English, and a form with the same code.
 * @returns the code
 */
async function importInTwoLanguages(deployment: Deployment): Promise<string> {
  const code = `piscina-${randomUUID().slice(0, 8)}`
  const options = [
    { key: 'n', value: 'Nord' },
    { key: 's', value: 'Sud' },
  ]
  const question = { property_code: 'vasca', property_description: 'Vasca', default_value: { input_type: 'select', options } }
  const language = (lang_code: string, title: string) => ({
    code_tag: lang_code,
    tag_description: lang_code,
    tag_type: 'FORM_LANG',
    params: [{ params_type: 'FORM_LANG', lang_code }],
    form_fields: [],
    children: [{ code_tag: `nuoto-${lang_code}`, tag_description: title, form_fields: [{ type: 'PROPERTY', ordering: 1, value: question }], children: [] }],
  })
  await deployment.importBundle({
    definitions: [
      {
        code_tag: code,
        tag_description: 'Piscina',
        form_params: { auth_type: ['DATACOLLECTION'] },
        form_fields: [],
        children: [language('it', 'Nuoto'), language('en', 'Nuoto da tradurre')],
      },
    ],
    forms: [{ code_form: code, code_tag: code }],
  })
  return code
}

test('an author edits a draft, a translator translates a title in it, and a publisher publishes the draft', async ({ browser, deployment }) => {
  test.slow()
  const code = await importInTwoLanguages(deployment)
  const reach = { customers: [code] }

  const author = await entersAs(browser, deployment, 'author', reach)
  // The author sees only the definition of the form that the author may access, and no view that contains visitors'
  // data.
  await expect(author.getByRole('table', { name: 'Definizioni' }).getByRole('rowheader')).toHaveText([code])
  await expect(author.getByRole('navigation', { name: 'Sezioni' }).getByRole('button')).toHaveText(['Impostazioni form', 'Definizioni'])
  const ofAuthor = new FormEditor(author, deployment)
  await ofAuthor.opens(code, 'nuoto-it')
  await ofAuthor.panel.getByLabel('Titolo', { exact: true }).first().fill('Nuoto libero')
  await ofAuthor.isSaved()
  await expect(author.getByText('Chiedi a chi pubblica')).toBeVisible()
  await expect(ofAuthor.button('Pubblica')).toHaveCount(0)
  await expect(ofAuthor.button('Getta la bozza')).toHaveCount(0)
  await expectAccessible(author)

  const translator = await entersAs(browser, deployment, 'translator', { ...reach, languages: ['en'] })
  const ofTranslator = new FormEditor(translator, deployment)
  await ofTranslator.opens(code, 'nuoto-en')
  const title = ofTranslator.panel.getByLabel('Titolo', { exact: true }).first()
  await title.fill('Swimming')
  await expect(ofTranslator.inspector.getByLabel('Codice', { exact: true })).toHaveAttribute('readonly')
  await expect(ofTranslator.inspector.getByLabel('Codice', { exact: true })).toHaveValue('nuoto-en')
  for (const name of ['Aggiungi una scelta', 'Aggiungi una domanda o un testo', 'Pubblica']) await expect(ofTranslator.button(name)).toHaveCount(0)
  // A translator can change the labels of options, but not their stored values.
  await ofTranslator.panel
    .getByRole('button', { name: /^Una scelta da un elenco/ })
    .first()
    .click()
  const options = ofTranslator.inspector.getByRole('group', { name: 'Opzioni' })
  const cells = options.getByRole('row').nth(1).getByRole('textbox')
  await cells.nth(0).fill('North')
  await expect(cells.nth(1)).toHaveAttribute('readonly')
  await expect(options.getByRole('button')).toHaveCount(0)
  await ofTranslator.isSaved()
  await expectAccessible(translator)
  // The steps in the other language are read-only for the translator.
  await ofTranslator.opens(code, 'nuoto-it')
  await expect(ofTranslator.panel.getByLabel('Titolo', { exact: true }).first()).toHaveAttribute('readonly')

  const publisher = await entersAs(browser, deployment, 'publisher', reach)
  const ofPublisher = new FormEditor(publisher, deployment)
  await ofPublisher.opens(code)
  await ofPublisher.button('Pubblica').click()
  await publishInDialog(publisher)
  await expect(publisher.getByText('Versione 2, pubblicata')).toBeVisible()
  expect(await manages(deployment, await ownerCredential(deployment), 'GET', `/definitions/${code}`)).toMatchObject({
    children: [
      { children: [{ tag_description: 'Nuoto libero', code_tag: 'nuoto-it' }] },
      {
        children: [
          {
            tag_description: 'Swimming',
            code_tag: 'nuoto-en',
            form_fields: [{ value: { property_code: 'vasca', default_value: { options: [{ key: 'n', value: 'North' }, { key: 's' }] } } }],
          },
        ],
      },
    ],
  })
  for (const each of [author, translator, publisher]) await each.context().close()
})

test('an owner adds a translator and selects the translator’s languages', async ({ page, deployment }) => {
  const username = `tina.${randomUUID().slice(0, 8)}`
  const owner = new Operator(page, deployment)
  await owner.signsIn()
  await owner.opensView('Operatori')
  await owner.button('Aggiungi').click()
  await owner.field('Nome utente').fill(username)
  await owner.field('Password').fill('Un-faro-di-notte-26')
  await owner.field('Ruolo').selectOption({ label: 'Traduttore' })
  await expect(owner.field('Ruolo')).toHaveAccessibleDescription(/testi delle bozze/)
  await expect(page.getByText('Scegli almeno una lingua.')).toBeVisible()
  await expect(owner.button('Salva')).toBeDisabled()
  await page.getByRole('group', { name: 'Lingue che traduce' }).getByLabel('English').check()
  await expectAccessible(page)
  await owner.button('Salva').click()
  await expect(owner.row('Operatori', username)).toContainText('Traduttore (en)')
})
