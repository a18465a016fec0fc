import type { Locator } from '@playwright/test'
import { FormSettingsPage, freshForm } from '../fixtures/form-settings-page.ts'
import { randomPng } from '../fixtures/png.ts'
import { expect, test } from '../fixtures/test.ts'

const picture = (name: string, buffer = randomPng(8), mimeType = 'image/png') => ({ name, mimeType, buffer })

interface Saved {
  survey_no_recompile?: boolean
  params: Record<string, unknown>
  logoParams: object[]
  templateParams: { name: string; params: Record<string, unknown> }
  liveChatParams: Record<string, unknown>
}

/** Opens a form for editing. `saved` returns the form settings as the server has stored them. */
async function editing(
  desk: FormSettingsPage,
  deployment: { importBundle: (bundle: object) => Promise<void>; runCommand: (...args: string[]) => Promise<string> },
  authTypes?: string[],
  params: object = {},
) {
  const { code, bundle } = freshForm(authTypes, { params })
  await deployment.importBundle(bundle)
  await desk.enter()
  await desk.does('Modifica', code)
  const modal = desk.dialog(`Modifica form ${code}`)
  await expect(modal).toBeVisible()
  return {
    code,
    modal,
    saved: async () => {
      await desk.saves(modal)
      const { forms } = JSON.parse(await deployment.runCommand('export', code)) as { forms: Saved[] }
      return forms[0] as Saved
    },
  }
}

const field = (modal: Locator, label: string) => modal.getByLabel(label, { exact: true })

test('the Form tab shows only the fields that the selected values require', async ({ page, deployment }) => {
  const desk = new FormSettingsPage(page, deployment)
  const { modal, saved } = await editing(desk, deployment, ['FREE', 'SURVEY'], { background_type: 'COLOR', background_color: '#123456' })
  await expect(field(modal, 'background_type').locator('option:checked')).toHaveText('Come la definizione (Colore)')
  await expect(field(modal, 'sso_secret_aes')).toHaveAccessibleDescription(/single sign-on.* · Non impostato/)
  await expect(field(modal, 'always_captcha')).toHaveCount(0)
  await field(modal, 'captcha').check()
  await field(modal, 'always_captcha').check()
  await field(modal, 'survey_no_recompile').check()
  await field(modal, 'background_type').selectOption('Immagine')
  await expect(field(modal, 'Immagine di sfondo')).toBeVisible()
  await field(modal, 'background_type').selectOption('Colore')
  await field(modal, 'Colore di sfondo').fill('#336699')
  await expect(modal.locator('.look-preview')).toHaveCSS('background-color', 'rgb(51, 102, 153)')
  await field(modal, 'background_type').selectOption('Gradiente')
  await expect(field(modal, 'Da')).toHaveValue('#000000')
  await expect(field(modal, 'A')).toHaveValue('#000000')
  await expect(field(modal, 'Angolo (0-360)')).toHaveValue('0')
  await field(modal, 'A').fill('#ff0000')
  await field(modal, 'Angolo (0-360)').fill('400')
  await expect(field(modal, 'Angolo (0-360)')).toHaveValue('360')
  await field(modal, 'Angolo (0-360)').fill('45')
  await expect(modal.locator('.look-preview')).toHaveCSS('background-image', 'linear-gradient(45deg, rgb(0, 0, 0), rgb(255, 0, 0))')
  expect(await saved()).toMatchObject({
    survey_no_recompile: true,
    params: { captcha: true, always_captcha: true, background_type: 'GRADIENT', background_gradient: { from: '#000000', to: '#ff0000', angle: 45 } },
  })
})

test('the option to allow only one submission is missing for a form that is not a survey', async ({ page, deployment }) => {
  const { modal } = await editing(new FormSettingsPage(page, deployment), deployment, ['FREE'])
  await expect(field(modal, 'captcha')).toBeVisible()
  await expect(field(modal, 'survey_no_recompile')).toHaveCount(0)
})

test('an operator uploads, chooses, adds and removes logos, and the visitor sees them', async ({ page, deployment, visitor }) => {
  const desk = new FormSettingsPage(page, deployment)
  const { code, modal, saved } = await editing(desk, deployment)
  await modal
    .locator('input[type=file]')
    .nth(1)
    .setInputFiles(picture(`${code}-fav.png`))
  await expect(field(modal, 'favicon')).toHaveValue(`${code}-fav.png`)
  await modal
    .locator('input[type=file]')
    .first()
    .setInputFiles(picture('logo.gif', Buffer.from('GIF89a'), 'image/gif'))
  await expect(modal.getByText('Il file non è un’immagine PNG, JPEG o WebP.')).toBeVisible()
  await desk.opensTab(modal, 'Loghi')
  for (const name of ['uno', 'due', 'tre']) {
    await modal.getByRole('button', { name: 'Aggiungi logo' }).click()
    const row = modal.getByRole('group', { name: /^Logo/ }).last()
    await row.locator('input[type=file]').setInputFiles(picture(`${code}-${name}.png`))
    await expect(row.getByLabel('Immagine', { exact: true })).toHaveValue(`${code}-${name}.png`)
    await row.getByLabel('Testo alternativo').fill(`Logo ${name}`)
  }
  const first = modal.getByRole('group', { name: 'Logo 1' })
  await first.getByLabel('Altezza in px (al massimo 65)').fill('40')
  await first.getByLabel('Distanza dal bordo in px').fill('12')
  await modal.getByRole('button', { name: 'Rimuovi: Logo 2' }).click()
  expect(await saved()).toMatchObject({
    params: { favicon: `${code}-fav.png` },
    logoParams: [
      { value: `${code}-uno.png`, alt: 'Logo uno', dimension: '40', offset: '12' },
      { value: `${code}-tre.png`, alt: 'Logo tre' },
    ],
  })
  await visitor.opens(`/${code}`)
  await expect(page.getByRole('img', { name: 'Logo uno' })).toHaveCSS('height', '40px')
  await expect(page.getByRole('img', { name: 'Logo tre' })).toBeVisible()
})

test('the Template tab shows the parameters of the selected template, and previews a picture before the upload', async ({ page, deployment, visitor }) => {
  const desk = new FormSettingsPage(page, deployment)
  const { code, modal, saved } = await editing(desk, deployment)
  await desk.opensTab(modal, 'Template')
  const template = modal.getByRole('combobox', { name: /^Template/ })
  const labels = ['showSearchbar', 'backgroundImg', 'backgroundSxType', 'themeColor', 'backgroundType']
  const shown = async () => {
    const counts = await Promise.all(labels.map((label) => field(modal, label).count()))
    return labels.filter((_, at) => counts[at] !== 0)
  }
  await expect(field(modal, 'showSearchbar')).toBeChecked()
  expect(await shown()).toEqual(['showSearchbar'])
  await template.selectOption('default2022NoSearchBar')
  expect(await shown()).toEqual([])
  await template.selectOption('headerSearch')
  expect(await shown()).toEqual(['themeColor', 'backgroundType'])
  await field(modal, 'backgroundType').selectOption('Immagine')
  expect(await shown()).toEqual(['backgroundImg', 'themeColor', 'backgroundType'])
  await template.selectOption('hallways')
  expect(await shown()).toEqual(['showSearchbar', 'backgroundImg', 'backgroundSxType'])
  const upload = modal.locator('.field').filter({ hasText: 'backgroundImg' }).locator('input[type=file]')
  await upload.setInputFiles(picture('troppo.png', Buffer.alloc(512 * 1024 + 1)))
  await expect(modal.getByText('Il file supera 512 KB.')).toBeVisible()
  await upload.setInputFiles(picture('sala.png', randomPng(700)))
  await expect(field(modal, 'backgroundImg')).toHaveValue('sala.png')
  await expect(modal.getByText('Il file supera 512 KB.')).toHaveCount(0)
  await field(modal, 'backgroundSxType').selectOption('Immagine')
  await modal
    .locator('.field')
    .filter({ hasText: 'backgroundSxImg' })
    .locator('input[type=file]')
    .setInputFiles(picture('lato.png', randomPng(700)))
  await expect(field(modal, 'backgroundSxImg')).toHaveValue('lato.png')
  await field(modal, 'showSearchbar').uncheck()
  expect((await saved()).templateParams).toMatchObject({
    name: 'hallways',
    params: { showSearchbar: false, backgroundImg: { name: 'sala.png' }, backgroundSxType: 'IMG', backgroundSxImg: { name: 'lato.png' } },
  })
  await visitor.opens(`/${code}`)
  await expect(page.locator('.template-hallways.template-pictured')).toBeVisible()
})

test('the CSS editor highlights rules that the server removes from the visitors’ pages, but keeps them in the text', async ({ page, deployment, visitor }) => {
  const desk = new FormSettingsPage(page, deployment)
  const { code, modal, saved } = await editing(desk, deployment)
  await desk.opensTab(modal, 'Template')
  const css = 'h1 {\n  color: rgb(1, 2, 3);\n  position: fixed;\n}\n@import "altrove.css";'
  await modal.getByRole('textbox', { name: 'answer_css' }).fill(css)
  await expect(modal.getByText('Riga 3: proprietà non ammessa position: fixed')).toBeVisible()
  await expect(modal.getByText('Riga 5: regola @ non ammessa')).toBeVisible()
  await expect(modal.locator('.cm-lintRange-error')).toHaveCount(2)
  expect((await saved()).templateParams.params.answer_css).toBe(css)
  await visitor.opens(`/${code}`)
  await expect(page.getByRole('heading', { level: 1 }).first()).toHaveCSS('color', 'rgb(1, 2, 3)')
})

test('the Live Chat tab shows the fields of the selected chat provider', async ({ page, deployment }) => {
  const desk = new FormSettingsPage(page, deployment)
  const { code, modal, saved } = await editing(desk, deployment)
  await desk.opensTab(modal, 'Live Chat')
  await modal.getByRole('switch', { name: 'Chat attiva' }).click()
  await field(modal, 'chatType').selectOption('EBBY')
  await field(modal, 'align').selectOption('A sinistra')
  await expect(field(modal, 'chatId')).toHaveCount(0)
  await field(modal, 'codCustomer').fill('c-1')
  await field(modal, 'secret').fill('segreto della chat')
  await modal.locator('input[type=file]').setInputFiles(picture('icona.png'))
  await expect(field(modal, 'chatIcon')).toHaveValue('icona.png')
  expect((await saved()).liveChatParams).toMatchObject({
    active: true,
    chatType: 'EBBY',
    align: 'LEFT',
    codCustomer: 'c-1',
    secret: 'segreto della chat',
    chatIcon: { name: 'icona.png' },
  })
  await expect(desk.row(code).getByRole('cell', { name: 'Attiva', exact: true })).toBeVisible()

  await desk.does('Modifica', code)
  await desk.opensTab(modal, 'Live Chat')
  await expect(field(modal, 'secret')).toHaveValue('Impostato (non leggibile)')
  await modal.getByRole('button', { name: 'Rimuovi: chatIcon' }).click()
  await field(modal, 'chatType').selectOption('CRISP')
  await expect(field(modal, 'codCustomer')).toHaveCount(0)
  await field(modal, 'chatId').fill('sito')
  const crisp = await saved()
  expect(crisp.liveChatParams).toMatchObject({ chatType: 'CRISP', chatId: 'sito', secret: 'segreto della chat' })
  expect(crisp.liveChatParams.chatIcon).toBeUndefined()
  await expect(desk.row(code).getByRole('cell', { name: 'Attiva ma incompleta' })).toBeVisible()
})

test('if the server rejects a value, the form modal opens the tab with that field and shows the error there', async ({
  page,
  deployment,
  expectConsoleError,
}) => {
  expectConsoleError(/400/)
  const desk = new FormSettingsPage(page, deployment)
  const { modal } = await editing(desk, deployment)
  await desk.opensTab(modal, 'Template')
  await modal.getByRole('combobox', { name: /^Template/ }).selectOption('hallways')
  // The uploaded file has the name of a picture, but its content is not a picture.
  await modal
    .locator('.field')
    .filter({ hasText: 'backgroundImg' })
    .locator('input[type=file]')
    .setInputFiles(picture('finta.png', Buffer.from('non una immagine')))
  await desk.opensTab(modal, 'Form')
  await modal.getByRole('button', { name: 'Salva' }).click()
  await expect(modal.getByRole('tab', { name: 'Template contiene un errore' })).toHaveAttribute('aria-selected', 'true')
  await expect(field(modal, 'backgroundImg')).toHaveAttribute('aria-invalid', 'true')
  await expect(modal.getByLabel(/^Descrizione/)).toHaveValue('Un form di prova')
})
