import { FormSettingsPage, freshForm } from '../fixtures/form-settings-page.ts'
import { expect, test } from '../fixtures/test.ts'

test('the list of forms shows the chat state, tag, access modes and maintenance of each form', async ({ page, deployment }) => {
  const crisp = { active: true, chatType: 'CRISP', chatId: 'sito' }
  const forms = {
    on: freshForm(['FREE', 'SSO'], { form: { liveChatParams: { ...crisp, fondo: 'F1' }, active: false } }),
    half: freshForm(['FREE'], { form: { liveChatParams: crisp } }),
    ebby: freshForm(['FREE'], { form: { liveChatParams: { active: true, chatType: 'EBBY', codCustomer: 'c', secret: 's' } } }),
    off: freshForm([], { form: { liveChatParams: { ...crisp, active: false, fondo: 'F1' } } }),
  }
  for (const { bundle } of Object.values(forms)) await deployment.importBundle(bundle)
  const desk = new FormSettingsPage(page, deployment)
  await desk.enter('&f.code=prova-')
  await expect(desk.row(forms.on.code)).toContainText('FREE, SSO')
  await expect(desk.row(forms.on.code).getByRole('cell', { name: 'Attiva', exact: true })).toBeVisible()
  await expect(desk.row(forms.on.code).getByRole('cell', { name: 'Sì', exact: true })).toBeVisible()
  await expect(desk.row(forms.half.code).getByRole('cell', { name: 'Attiva ma incompleta' })).toBeVisible()
  await expect(desk.row(forms.ebby.code).getByRole('cell', { name: 'Attiva', exact: true })).toBeVisible()
  await expect(desk.row(forms.off.code).getByRole('cell', { name: 'Non attiva' })).toBeVisible()
  await expect(desk.row(forms.off.code)).toContainText('Tipo autenticazione non definito')
  await expect(desk.row(forms.off.code).getByRole('button', { name: 'Visita' })).toBeDisabled()
  // The name of an icon appears on hover, stays while the pointer is over the name, and disappears when Escape is
  // pressed.
  const icon = desk.row(forms.on.code).getByRole('button', { name: 'Duplica' })
  const tooltip = icon.getByText('Duplica')
  await icon.hover()
  await expect(tooltip).toHaveCSS('opacity', '1')
  await tooltip.hover()
  await expect(tooltip).toHaveCSS('opacity', '1')
  await page.keyboard.press('Escape')
  await expect(tooltip).toHaveCSS('opacity', '0')
  await expect(desk.row(forms.on.code).getByText(forms.on.code).last()).toHaveCSS('background-color', 'rgb(27, 107, 58)')
})

test('filters for code, description, tag and access mode apply to the list of forms half a second after the last key press', async ({ page, deployment }) => {
  const { code, bundle } = freshForm(['SURVEY', 'FREE'], { form: { description: 'Ufficio delle cose perdute e ritrovate nei tram e negli autobus' } })
  await deployment.importBundle(bundle)
  const desk = new FormSettingsPage(page, deployment)
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/settings/forms?') && asked.push(new URL(request.url()).search))
  await desk.enter()
  await expect(desk.row('comune-aurora')).toBeVisible()
  const before = asked.length
  const filters = { Codice: code, Descrizione: 'COSE PERDUTE', Tag: code.slice(6), Autenticazione: 'survey' }
  for (const [column, text] of Object.entries(filters)) {
    // The letters come from a single task of the browser, so that no pause between two of them is half a second.
    await desk.table.getByRole('searchbox', { name: `Filtra per ${column}` }).evaluate((field, letters) => {
      field.focus()
      for (const letter of letters) document.execCommand('insertText', false, letter)
    }, text)
    await expect(desk.row('comune-aurora')).toHaveCount(0)
    await expect(desk.row(code)).toBeVisible()
  }
  // The dashboard makes one API call for each filter, not one for each key press.
  await expect.poll(() => asked.length - before).toBe(Object.keys(filters).length)
  expect(asked.at(-1)).toContain(`code=${code}&description=COSE+PERDUTE&tag=${code.slice(6)}&auth=survey&sort=code&page=1&size=50`)
  await expect(desk.row(code)).toContainText('Ufficio delle cose perdute e ritrovate nei tr...')
  await expect(desk.row(code).getByTitle('Ufficio delle cose perdute e ritrovate nei tram e negli autobus')).toBeVisible()
  await desk.table.getByRole('searchbox', { name: 'Filtra per Codice' }).fill('non-esiste')
  await expect(page.getByText('Nessun elemento presente')).toBeVisible()
})

test('an operator pages through a long list of forms', async ({ page, deployment }) => {
  const { code, bundle } = freshForm()
  const forms = Array.from({ length: 120 }, (_, at) => ({ ...bundle.forms[0], code_form: `${code}-${String(at).padStart(3, '0')}` }))
  await deployment.importBundle({ ...bundle, forms })
  const desk = new FormSettingsPage(page, deployment)
  await desk.enter(`&f.code=${code}`)
  await expect(page.getByText('Righe: 120')).toBeVisible()
  await expect(desk.row(`${code}-049`)).toBeVisible()
  await page.getByRole('button', { name: 'Successiva' }).click()
  await expect(desk.row(`${code}-050`)).toBeVisible()
  await page.getByRole('button', { name: 'Successiva' }).click()
  await expect(desk.row(`${code}-119`)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Pagina 3 di 3' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Successiva' })).toBeDisabled()
  await desk.table.getByRole('searchbox', { name: 'Filtra per Codice' }).fill(`${code}-00`)
  await expect(desk.row(`${code}-009`)).toBeVisible()
  await expect(page.getByText('Righe: 10')).toBeVisible()
})

test('an operator with read-only access sees no buttons to change a form', async ({ page, deployment }) => {
  const desk = new FormSettingsPage(page, deployment)
  await page.route('**/managements/account', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: object }
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, role: 'viewer' } } })
  })
  await desk.enter('&f.code=comune-aurora')
  await expect(desk.row('comune-aurora').getByRole('button')).toHaveText(['Parametri', 'Routing', 'Accessi'])
  await expect(page.getByRole('button', { name: 'Aggiungi' })).toHaveCount(0)
})

test('the list of forms shows that the tag (definition) of a form no longer exists', async ({ page, deployment }) => {
  const desk = new FormSettingsPage(page, deployment)
  // The test changes the server's response, because a published definition cannot be deleted with any command.
  await page.route('**/managements/settings/forms?*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: object[] }
    await route.fulfill({ response: answer, json: { ...body, data: body.data.map((form) => ({ ...form, tag_exists: false })) } })
  })
  await desk.enter('&f.code=comune-aurora')
  await expect(desk.row('comune-aurora')).toContainText('Questo tag non esiste')
})
