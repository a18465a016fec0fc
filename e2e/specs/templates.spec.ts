import { accessibilityViolations } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/test.ts'

const PARAMS: Record<string, object> = {
  default2022: { title: 'Benvenuti', subTitle: 'Che cosa vi serve?', backgroundSxType: 'color', backgroundSxColor: '#ffd400' },
  default2022NoSearchBar: { title: 'Benvenuti', subTitle: 'Che cosa vi serve?' },
  headerSearch: {
    title: 'Benvenuti',
    subTitle: 'Che cosa vi serve?',
    themeColor: '#7a1f5c',
    backgroundType: 'gradient',
    backgroundGradient: { from: '#7a1f5c', to: '#c2410c', angle: 120 },
  },
  hallways: {
    title: 'Benvenuti',
    subTitle: 'Che cosa vi serve?',
    backgroundSxType: 'gradient',
    backgroundSxGradient: { from: '#0f3d3e', to: '#1f7a6d', angle: 160 },
  },
  unheardOf: { title: 'Benvenuti', subTitle: 'Che cosa vi serve?' },
}

/** Returns the bundle of a form that uses a given page template and has a cookie notice. */
function formIn(template: string) {
  const code = `tema-${template}`
  const step = (code_tag: string, tag_description: string) => ({
    code_tag,
    tag_description,
    form_fields: [{ type: 'PROPERTY', ordering: 1, value: { property_code: 'nota', property_description: 'Nota', default_value: { input_type: 'text' } } }],
  })
  return {
    definitions: [
      {
        code_tag: code,
        tag_description: 'Di che cosa hai bisogno?',
        form_params: { form_title: 'Ufficio di prova', auth_type: ['DATACOLLECTION'], show_cookie_law_banner: true },
        children: [step('certificato', 'Un certificato'), step('appuntamento', 'Un appuntamento')],
      },
    ],
    forms: [{ code_form: code, code_tag: code, templateParams: { name: template, params: PARAMS[template] } }],
  }
}

for (const template of Object.keys(PARAMS)) {
  test(`a form in the page template ${template} shows its titles, can be submitted and has no accessibility violations`, async ({
    page,
    visitor,
    deployment,
  }) => {
    await deployment.importBundle(formIn(template))
    await visitor.opens(`/tema-${template}`)
    await expect(page.getByText('Benvenuti', { exact: true })).toBeVisible()
    await expect(page.getByText('Che cosa vi serve?')).toBeVisible()
    await expect(visitor.button('Cerca nel modulo')).toHaveCount(template === 'default2022NoSearchBar' ? 0 : 1)
    const notice = page.getByRole('region', { name: 'Cookie', exact: true })
    await expect(notice).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])
    await notice.getByRole('button', { name: 'Continua', exact: true }).click()
    await expect(notice).toHaveCount(0)
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(sideways).toBe(0)
    await visitor.option('Un certificato').click()
    await visitor.field('Nota').fill('prova')
    await page.reload()
    await expect(visitor.field('Nota')).toHaveValue('prova')
    await expect(notice).toHaveCount(0)
    await visitor.button('Invia Richiesta').click()
    await expect(visitor.heading('Richiesta inviata')).toBeVisible()
  })
}

test('a customer’s own style sheet changes only the form', async ({ page, visitor, deployment }) => {
  const bundle = formIn('default2022')
  const css =
    '.option-name { color: rgb(1, 2, 3) } .page-header { color: rgb(9, 9, 9) } .option { background: url(https://evil.example/x) } body { color: rgb(8, 8, 8) }'
  await deployment.importBundle({
    definitions: bundle.definitions.map((definition) => ({ ...definition, code_tag: 'stile' })),
    forms: [{ code_form: 'stile', code_tag: 'stile', templateParams: { name: 'default2022', params: { answer_css: css } } }],
  })
  await visitor.opens('/stile')
  await expect(page.getByText('Un certificato', { exact: true })).toHaveCSS('color', 'rgb(1, 2, 3)')
  await expect(page.getByRole('banner')).not.toHaveCSS('color', 'rgb(9, 9, 9)')
  await expect(page.locator('body')).not.toHaveCSS('color', 'rgb(8, 8, 8)')
})

test('an unsupported browser shows a page that lists the supported browsers', async ({ browser, deployment }) => {
  const context = await browser.newContext({
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko',
    locale: 'it-IT',
    javaScriptEnabled: false,
  })
  const page = await context.newPage()
  await page.goto(`${deployment.url}/comune-aurora`)
  await expect(page).toHaveURL(/\/comune-aurora\/notSupported$/)
  await expect(page.getByRole('heading', { name: 'Browser non supportato' })).toBeVisible()
  await expect(page.getByText('Chrome, Firefox o Edge')).toBeVisible()
  await context.close()
})
