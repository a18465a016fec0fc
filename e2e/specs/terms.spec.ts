import { accessibilityViolations } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Visitor } from '../fixtures/visitor.ts'

const field = (ordering: number, type: string, value: unknown, more: object = {}) => ({ type, ordering, value, ...more })
const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, at) => `<p>Articolo ${at + 1}. ${'Chi entra in palestra porta un asciugamano. '.repeat(4)}</p>`).join('')

const gym = (rules: string) => ({
  definitions: [
    {
      code_tag: 'palestra',
      tag_description: 'Iscriversi in palestra',
      form_params: { form_title: 'Palestra', auth_type: ['DATACOLLECTION'], ticket_prefix: 'PA-' },
      form_fields: [
        field(1, 'PROPERTY', { property_code: 'nome', property_description: 'Nome', default_value: { input_type: 'text' } }),
        field(2, 'TERMS_CONDITIONS', { html: rules, shown_as: 'button' }, { required: true }),
        field(3, 'TERMS_CONDITIONS', { text: 'Avvisi per e-mail', html: '<p>Uno al mese.</p>', shown_as: 'link' }),
      ],
      children: [],
    },
  ],
  forms: [{ code_form: 'palestra', description: 'Palestra', code_tag: 'palestra' }],
})

const RULES = 'Termini e condizioni'
const cookies = async ({ page }: Visitor) => (await page.context().cookies()).filter((cookie) => cookie.name === 'terms_palestra')

test('a visitor must scroll to the end of the terms to accept them, and need not accept them again for a month', { tag: '@firefox' }, async ({
  page,
  visitor,
  deployment,
  browserName,
}) => {
  await deployment.importBundle(gym(paragraphs(40)))
  await visitor.opens('/palestra')
  await visitor.button('Invia Richiesta').click()
  const faults = visitor.dialog('Errore')
  await expect(faults.getByRole('listitem')).toHaveText([`${RULES} Per continuare leggi e accetta`])
  await faults.getByRole('button', { name: RULES, exact: true }).click()
  await expect(visitor.button(RULES)).toBeFocused()
  await expect(visitor.button(RULES)).toHaveAccessibleDescription(/Per continuare leggi e accetta/)

  await visitor.button(RULES).click()
  const dialog = visitor.dialog(RULES)
  const accept = dialog.getByRole('button', { name: 'Accetto', exact: true })
  const text = dialog.getByRole('region', { name: RULES })
  await expect(dialog.getByRole('status')).toHaveText('Scorri fino alla fine per poter accettare.')
  await expect(accept).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Chiudi' })).toHaveCount(0)
  expect(await accessibilityViolations(page)).toEqual([])
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Escape')
  await page.mouse.click(4, 4)
  await expect(dialog).toBeVisible()

  // The terms count as read once the visitor reaches their last eighth. Just before that point they do not count as
  // read, just after it they do.
  await text.evaluate((element) => element.scrollTo(0, element.scrollHeight * (7 / 8) - element.clientHeight - 40))
  await expect(accept).toBeDisabled()
  await text.evaluate((element) => element.scrollTo(0, element.scrollHeight * (7 / 8) - element.clientHeight + 8))
  await expect(accept).toBeEnabled()
  await expect(dialog.getByRole('status')).toHaveText('Hai raggiunto la fine: ora puoi accettare.')
  await text.evaluate((element) => element.scrollTo(0, 0))
  await expect(accept).toBeEnabled()
  await accept.click()
  await expect(dialog.getByRole('status')).toHaveText('Grazie, hai accettato. Puoi chiudere questa finestra.')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Chiudi', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(visitor.button(RULES)).toBeFocused()
  await expect(visitor.button(RULES)).toHaveAccessibleDescription('Accettato')

  const [cookie] = await cookies(visitor)
  expect((cookie?.expires ?? 0) * 1000 - Date.now()).toBeGreaterThan(29.9 * 86_400_000)
  expect((cookie?.expires ?? 0) * 1000 - Date.now()).toBeLessThan(30.1 * 86_400_000)
  await page.reload()
  await expect(visitor.button(RULES)).toHaveAccessibleDescription('Accettato')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await visitor.button('Invia Richiesta').click()
  // Firefox does not report the content of a request.
  const body = (await sent).postData()
  if (browserName !== 'firefox') expect(body).toMatch(/name="terms"\s+\["palestra-1"\]/)
  await expect(visitor.heading('Richiesta inviata')).toBeVisible()

  // The visitor must accept the terms again after their text has changed.
  await deployment.importBundle(gym(paragraphs(41)))
  await expect(async () => {
    await visitor.opens('/palestra')
    await expect(visitor.button(RULES)).toHaveAccessibleDescription('Per continuare leggi e accetta', { timeout: 500 })
  }).toPass()
})

test('a visitor using only the keyboard reads, declines and accepts the terms', async ({ page, visitor, deployment }) => {
  await deployment.importBundle(gym(paragraphs(40)))
  await visitor.opens('/palestra')
  await expect(visitor.button(RULES)).toBeVisible()
  await visitor.tabsTo(visitor.button(RULES))
  await page.keyboard.press('Enter')
  const dialog = visitor.dialog(RULES)
  const text = dialog.getByRole('region', { name: RULES })
  await expect(text).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect.poll(() => text.evaluate((element) => element.scrollTop)).toBeGreaterThan(50)
  await expect(dialog.getByRole('button', { name: 'Accetto', exact: true })).toBeDisabled()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Non accetto', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(visitor.button(RULES)).toBeFocused()
  await expect(visitor.button(RULES)).toHaveAccessibleDescription('Per continuare leggi e accetta')

  await page.keyboard.press('Enter')
  await expect(text).toBeFocused()
  await page.keyboard.press('End')
  await expect(dialog.getByRole('status')).toHaveText('Hai raggiunto la fine: ora puoi accettare.')
  await visitor.tabsTo(dialog.getByRole('button', { name: 'Accetto', exact: true }), 4)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Chiudi', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(visitor.button(RULES)).toHaveAccessibleDescription('Accettato')

  // Terms that fit into the dialog without scrolling can be accepted immediately.
  const link = visitor.main.getByRole('link', { name: 'Avvisi per e-mail', exact: true })
  await link.press('Enter')
  await expect(visitor.dialog('Avvisi per e-mail').getByRole('button', { name: 'Accetto', exact: true })).toBeEnabled()
  await visitor.dialog('Avvisi per e-mail').getByRole('button', { name: 'Accetto', exact: true }).press('Enter')
  expect((await cookies(visitor))[0]?.value).toMatch(/^[0-9a-z]+\.[0-9a-z]+$/)
})
