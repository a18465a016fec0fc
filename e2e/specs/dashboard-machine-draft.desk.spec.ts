import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expectAccessible } from '../fixtures/accessibility.ts'
import { startDeployment } from '../fixtures/deployment.ts'
import { FormEditor } from '../fixtures/form-editor.ts'
import { manages, openDashboard, ownerCredential } from '../fixtures/operator.ts'
import { publishInDialog } from '../fixtures/publish.ts'
import { test as base, expect } from '../fixtures/test.ts'

/** Stands for LibreTranslate, whose models a test cannot load: writes “EN” before the words. */
function startService(): Server {
  return createServer(async (request, response) => {
    const { q } = (await json(request)) as { q: string[] }
    const translatedText = q.map((text) => text.replace(/(^|>)([^<]*\p{L}[^<]*)/gu, '$1EN $2'))
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ translatedText }))
  }).listen(0, '127.0.0.1')
}

/** Test function with a deployment that has a translation service. */
const test = base.extend<object, { deployment: Awaited<ReturnType<typeof startDeployment>> }>({
  deployment: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const service = startService()
      await once(service, 'listening')
      const deployment = await startDeployment({ TRANSLATE_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}` })
      await use(deployment)
      await deployment.stop()
      service.close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

const CODE = 'bozze'
const FORM = {
  code_tag: CODE,
  tag_description: 'Bozze',
  form_params: { auth_type: ['FREE'], form_title: 'Bozze' },
  children: ['it', 'en'].map((language) => ({
    id: language,
    code_tag: language,
    tag_description: language === 'it' ? 'Italiano' : 'English',
    tag_type: 'FORM_LANG',
    params: [{ params_type: 'FORM_LANG', lang_code: language }],
    children: [
      {
        id: `${language}-passo`,
        code_tag: `${language}-passo`,
        tag_description: 'Segnala una buca',
        ...(language === 'en' && { twin_of: 'it-passo', translated_from: { tag_description: '' } }),
        form_fields: [
          {
            id: `${language}-testo`,
            type: 'HTML',
            ordering: 1,
            value: '<p>Scrivi <strong>dove</strong> si trova.</p>',
            ...(language === 'en' && { twin_of: 'it-testo', translated_from: { value: '' } }),
          },
          { type: 'PROPERTY', ordering: 2, value: { property_code: 'nota', property_description: 'Nota', default_value: { input_type: 'text' } } },
        ],
      },
    ],
  })),
}

test('a machine drafts the missing texts, each stays marked until the translator accepts it, and the language is published alone', async ({
  page,
  deployment,
  visitor,
}) => {
  await deployment.importBundle({ definitions: [FORM], forms: [{ code_form: CODE, code_tag: CODE }] })
  await openDashboard(page, deployment, 'definitions')
  const editor = new FormEditor(page, deployment)
  await editor.opens(CODE, 'it-passo')
  await editor.panel.getByLabel('Titolo', { exact: true }).fill('Segnala una buca o una crepa')
  await editor.isSaved()
  await editor.button('Traduzioni').click()
  const panel = page.getByRole('region', { name: 'Traduzioni', exact: true })
  await panel.getByRole('button', { name: 'Bozza automatica (2)' }).click()
  await expect(page.getByText('Bozze automatiche: 2. Ognuna resta segnata finché qualcuno non la accetta.')).toBeVisible()
  const title = panel.getByRole('textbox', { name: 'Traduzione di: Segnala una buca o una crepa' })
  await expect(title).toHaveValue('EN Segnala una buca o una crepa')
  await expect(title).toHaveAccessibleDescription(/Automatico, da accettare/)
  await expect(panel.getByRole('textbox', { name: /Scrivi/ })).toHaveValue('<p>EN Scrivi <strong>EN dove</strong>EN  si trova.</p>')
  await expectAccessible(page)

  // What a machine wrote is reported until somebody has accepted it.
  await editor.isSaved()
  const check = async () =>
    JSON.stringify(await manages(deployment, await ownerCredential(deployment), 'GET', `/definitions/${CODE}/check`)).includes('traduttore automatico')
  expect(await check()).toBe(true)
  await title.focus()
  await page.keyboard.press('Control+Enter')
  await expect(title).toHaveAccessibleDescription(/Tradotto/)
  await panel.getByRole('textbox', { name: /Scrivi/ }).fill('<p>Tell us <strong>where</strong> it is.</p>')
  await page.keyboard.press('Tab')
  await editor.isSaved()
  expect(await check()).toBe(false)

  // The message with the undo would cover the end of the dialog.
  await page.getByRole('button', { name: /^Chiudi: Bozze automatiche/ }).click()
  await panel.getByRole('button', { name: 'Chiudi le traduzioni' }).click()
  await editor.button('Pubblica').click()
  await page.getByRole('dialog', { name: 'Pubblica' }).getByLabel('Che cosa pubblicare').selectOption('Solo la lingua: English')
  await publishInDialog(page)
  await expect(page.getByRole('dialog', { name: 'Pubblica' })).toBeHidden()
  await visitor.opens(`/${CODE}/open/en-passo`)
  await expect(visitor.heading('EN Segnala una buca o una crepa')).toBeVisible()
  await visitor.opens(`/${CODE}/open/it-passo`)
  await expect(visitor.page.getByRole('heading', { name: 'Segnala una buca', exact: true })).toBeVisible()
})
