import type { Locator, Page } from '@playwright/test'
import { accessibilityViolations, DESKTOP } from '../fixtures/accessibility.ts'
import { randomPng } from '../fixtures/png.ts'
import { expect, test } from '../fixtures/test.ts'

const picture = `data:image/png;base64,${randomPng(24).toString('base64')}`
const GRADIENT = { from: '#0f3d3e', to: '#1f7a6d', angle: 160 }
const SHOWN_GRADIENT = /linear-gradient\(160deg, rgb\(15, 61, 62\), rgb\(31, 122, 109\)\)/

interface Look {
  template: string
  params?: object
  /** Parameters in the form's settings that change the appearance of its pages. */
  form?: object
  logos?: object[]
}

/** Returns the bundle of a one-step form with the given appearance. */
function formWithLook(code: string, { template, params = {}, form = {}, logos = [] }: Look) {
  return {
    definitions: [
      {
        code_tag: code,
        tag_description: 'Di che cosa hai bisogno?',
        form_params: { form_title: 'Ufficio di prova', auth_type: ['DATACOLLECTION'] },
        children: [{ code_tag: 'certificato', tag_description: 'Un certificato', form_fields: [], children: [] }],
      },
    ],
    forms: [{ code_form: code, code_tag: code, params: form, logoParams: logos, templateParams: { name: template, params } }],
    assets: [
      { kind: 'background', name: 'mare', data_url: picture },
      { kind: 'logo', name: 'sinistro', data_url: picture },
      { kind: 'logo', name: 'destro', data_url: picture },
      { kind: 'favicon', name: 'segno', data_url: picture },
    ],
  }
}

const panel = (page: Page) => page.locator('.panel')
const band = (page: Page) => page.locator('.band')
const color = (place: (page: Page) => Locator, value: string) => (page: Page) => expect(place(page)).toHaveCSS('background-color', value)
const image = (place: (page: Page) => Locator, value: RegExp) => (page: Page) => expect(place(page)).toHaveCSS('background-image', value)

/** Returns a check that the element has a background picture, and that the server serves this picture. */
function pictured(place: (page: Page) => Locator, address: RegExp) {
  return async (page: Page) => {
    await image(place, address)(page)
    const shown = /url\("([^"]+)"\)/.exec(await place(page).evaluate((element) => getComputedStyle(element).backgroundImage))?.[1] ?? ''
    expect((await page.request.get(shown)).headers()['content-type']).toBe('image/png')
  }
}

const ASSET = /url\("[^"]+\/assets\/customer\/[\w-]+\/mare"\)/
const UPLOAD = /url\("[^"]+\/assets\/tenant\/[\w-]+\/[\w-]{22}\.png"\)/
const uploaded = { value: picture, name: 'atrio.png' }
const search = (page: Page) => page.getByRole('button', { name: 'Cerca nel modulo', exact: true })

const LOOKS: Record<string, Look & { shows: (page: Page) => Promise<unknown> }> = {
  'default2022 with the form’s background picture': {
    template: 'default2022',
    form: { background_type: 'IMG', background_img: 'mare' },
    shows: pictured(panel, ASSET),
  },
  'default2022 with the form’s background colour': {
    template: 'default2022',
    form: { background_type: 'COLOR', background_color: '#ffd400' },
    shows: async (page) => {
      await color(panel, 'rgb(255, 212, 0)')(page)
      await expect(page.locator('.panel-title')).toHaveCSS('color', 'rgb(0, 0, 0)')
    },
  },
  'default2022 with the form’s background gradient': {
    template: 'default2022',
    form: { background_type: 'GRADIENT', background_gradient: GRADIENT },
    shows: image(panel, SHOWN_GRADIENT),
  },
  'default2022 with the form’s background NONE': { template: 'default2022', form: { background_type: 'NONE' }, shows: color(panel, 'rgba(0, 0, 0, 0)') },
  'default2022 with the template’s background, which replaces the form’s': {
    template: 'default2022',
    form: { background_type: 'COLOR', background_color: '#ffd400' },
    params: { backgroundSxType: 'color', backgroundSxColor: '#123456' },
    shows: color(panel, 'rgb(18, 52, 86)'),
  },
  'default2022 with a background picture that does not exist': {
    template: 'default2022',
    params: { backgroundSxType: 'image', backgroundSxImg: 'montagna' },
    shows: color(panel, 'rgb(31, 79, 143)'),
  },
  'default2022 with a title and a subtitle': {
    template: 'default2022',
    params: { title: 'Buongiorno', subTitle: 'Prego, si accomodi' },
    shows: async (page) => {
      await expect(panel(page).getByText('Buongiorno', { exact: true })).toBeVisible()
      await expect(panel(page).getByText('Prego, si accomodi')).toBeVisible()
    },
  },
  'default2022 without a title shows the form’s name': {
    template: 'default2022',
    shows: (page) => expect(panel(page).getByText('Ufficio di prova', { exact: true })).toBeVisible(),
  },
  'default2022 with showSearchbar': { template: 'default2022', params: { showSearchbar: true }, shows: (page) => expect(search(page)).toBeVisible() },
  'default2022 without showSearchbar': { template: 'default2022', params: { showSearchbar: false }, shows: (page) => expect(search(page)).toHaveCount(0) },
  'hallways with an uploaded backgroundImg': {
    template: 'hallways',
    params: { backgroundImg: uploaded },
    shows: pictured((page) => page.locator('.template'), UPLOAD),
  },
  'hallways with the name of an asset as backgroundImg': {
    template: 'hallways',
    params: { backgroundImg: 'mare' },
    shows: pictured((page) => page.locator('.template'), ASSET),
  },
  'hallways with backgroundSxImg': {
    template: 'hallways',
    params: { backgroundSxType: 'image', backgroundSxImg: uploaded },
    shows: pictured(panel, UPLOAD),
  },
  'hallways with backgroundSxColor': {
    template: 'hallways',
    params: { backgroundSxType: 'color', backgroundSxColor: '#123456' },
    shows: color(panel, 'rgb(18, 52, 86)'),
  },
  'hallways with backgroundSxGradient': {
    template: 'hallways',
    params: { backgroundSxType: 'gradient', backgroundSxGradient: GRADIENT },
    shows: image(panel, SHOWN_GRADIENT),
  },
  'hallways with a transparent background': { template: 'hallways', params: { backgroundSxType: 'transparent' }, shows: color(panel, 'rgba(0, 0, 0, 0)') },
  'hallways without showSearchbar': { template: 'hallways', params: { showSearchbar: false }, shows: (page) => expect(search(page)).toHaveCount(0) },
  'headerSearch with themeColor': { template: 'headerSearch', params: { themeColor: '#7a1f5c' }, shows: color(band, 'rgb(122, 31, 92)') },
  'headerSearch with backgroundImg': {
    template: 'headerSearch',
    params: { backgroundType: 'image', backgroundImg: uploaded },
    shows: pictured(band, UPLOAD),
  },
  'headerSearch with backgroundColor': {
    template: 'headerSearch',
    params: { backgroundType: 'color', backgroundColor: '#123456', themeColor: '#7a1f5c' },
    shows: color(band, 'rgb(18, 52, 86)'),
  },
  'headerSearch with backgroundGradient': {
    template: 'headerSearch',
    params: { backgroundType: 'gradient', backgroundGradient: GRADIENT },
    shows: image(band, SHOWN_GRADIENT),
  },
  'headerSearch with a transparent background': { template: 'headerSearch', params: { backgroundType: 'transparent' }, shows: color(band, 'rgba(0, 0, 0, 0)') },
  'a logo on the left and a logo on the right': {
    template: 'default2022',
    logos: [
      { value: 'sinistro', alt: 'Comune', dimension: '40', offset: 12 },
      { value: 'destro', alt: 'Regione', dimension: 300, offset: 7 },
    ],
    shows: async (page) => {
      const [left, right] = [page.getByRole('img', { name: 'Comune' }), page.getByRole('img', { name: 'Regione' })]
      await expect(left).toHaveCSS('height', '40px')
      await expect(left).toHaveCSS('margin-left', '12px')
      // The maximum height of a logo is 65 px.
      await expect(right).toHaveCSS('height', '65px')
      await expect(right).toHaveCSS('margin-right', '7px')
      const [leftBox, rightBox] = [await left.boundingBox(), await right.boundingBox()]
      expect(leftBox && rightBox && leftBox.x + leftBox.width <= rightBox.x).toBe(true)
    },
  },
  'a logo that does not exist': {
    template: 'default2022',
    form: { logo: 'smarrito' },
    shows: (page) => expect(page.getByRole('banner').getByText('Ufficio di prova')).toBeVisible(),
  },
  'a favicon': {
    template: 'default2022',
    form: { favicon: 'segno' },
    shows: (page) => expect(page.locator('link[rel=icon]')).toHaveAttribute('href', /^\/assets\/customer\/[\w-]+\/segno$/),
  },
  'without a favicon of its own': {
    template: 'default2022',
    shows: (page) => expect(page.locator('link[rel=icon]')).toHaveAttribute('href', /^data:image\/svg\+xml,/),
  },
}

/** Returns a bundle that contains one form for each row in the table of appearance parameters. */
function formsWithAllLooks() {
  const forms = Object.values(LOOKS).map((look, at) => formWithLook(`veste-${at}`, look))
  return { definitions: forms.flatMap((each) => each.definitions), forms: forms.flatMap((each) => each.forms), assets: forms[0]?.assets }
}

test.describe('the page has the appearance that the customer configured', () => {
  for (const [at, [name, { shows }]] of Object.entries(LOOKS).entries()) {
    test(`matches the configuration and has no accessibility violations: ${name}`, async ({ page, visitor, deployment }) => {
      await deployment.importOnce('vesti', formsWithAllLooks())
      await visitor.opens(`/veste-${at}`)
      const phone = page.viewportSize() ?? DESKTOP
      for (const size of [phone, DESKTOP]) {
        await page.setViewportSize(size)
        await shows(page)
        expect(await accessibilityViolations(page), `${size.width} px`).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
      }
    })
  }
})

test('the server logs the names of missing pictures, and the import rejects files that are not pictures', async ({ visitor, deployment }) => {
  await deployment.importBundle(formWithLook('mancante', { template: 'default2022', form: { logo: 'smarrito', favicon: 'perduta' } }))
  await visitor.opens('/mancante')
  await expect.poll(() => deployment.log()).toContain('the form mancante names an asset that does not exist: logo "smarrito"')
  await expect.poll(() => deployment.log()).toContain('the form mancante names an asset that does not exist: favicon "perduta"')
  const drawing = { value: `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`, name: 'x.svg' }
  const wrong = formWithLook('mancante', { template: 'hallways', params: { backgroundImg: drawing } })
  await expect(deployment.importBundle(wrong)).rejects.toThrow(/must be a PNG, JPEG, WebP or ICO image.*templateParams\/params\/backgroundImg/)
})

test('the look "italia" has a slim header with the parent authority, and its own font', async ({ page, visitor, deployment }) => {
  const params = { look: 'italia', parent_name: 'Regione di Prova', parent_url: 'https://regione.example.org/', brand_color: '#0066cc' }
  await deployment.importBundle(formWithLook('aspetto-italia', { template: 'headerSearch', params }))
  await visitor.opens('/aspetto-italia')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Regione di Prova' })).toHaveAttribute('href', 'https://regione.example.org/')
  await expect(page.locator('body')).toHaveCSS('font-family', /^"?Titillium Web/)
  await expect(page.getByRole('contentinfo')).toHaveCSS('background-color', 'rgb(23, 50, 77)')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.setViewportSize(DESKTOP)
  expect(await accessibilityViolations(page), 'on a desktop').toEqual([])
  // A link that is no web address is shown as text.
  await deployment.importBundle(formWithLook('aspetto-ostile', { template: 'headerSearch', params: { ...params, parent_url: 'javascript:alert(1)' } }))
  await visitor.opens('/aspetto-ostile')
  await expect(page.getByText('Regione di Prova')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Regione di Prova' })).toHaveCount(0)
})

test('in the look "italia", the account menu and the terms in the footer have readable colours', async ({ page, visitor, deployment }) => {
  const bundle = formWithLook('aspetto-soci', { template: 'headerSearch', params: { look: 'italia', brand_color: '#0066cc' } })
  const [definition] = bundle.definitions
  const terms = { type: 'TERMS_CONDITIONS', ordering: 1, value: { text: 'Regole della sala', html: '<p>Si fa silenzio.</p>', shown_as: 'link' } }
  await deployment.importBundle({
    ...bundle,
    definitions: [{ ...definition, form_fields: [terms], form_params: { ...definition?.form_params, auth_type: ['LOGIN'] } }],
    accounts: [{ form: 'aspetto-soci', username: 'socia', password: 'socia', email: 'socia@example.org' }],
  })
  await visitor.opens('/aspetto-soci')
  await page.getByLabel('Nome utente').fill('socia')
  await page.getByLabel('Password', { exact: true }).fill('socia')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(visitor.option('Un certificato')).toBeVisible()
  await page.getByRole('contentinfo').getByRole('button', { name: 'Regole della sala' }).click()
  await expect(visitor.dialog('Regole della sala')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await visitor.dialog('Regole della sala').getByRole('button', { name: 'Non accetto', exact: true }).click()
  await page.getByRole('banner').getByRole('button', { expanded: false }).click()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.setViewportSize(DESKTOP)
  expect(await accessibilityViolations(page), 'on a desktop').toEqual([])
  await visitor.button('Logout').click()
  await expect(page.getByLabel('Nome utente')).toBeVisible()
})
