import { phrases } from '@sportello/phrases'
import { linkIn } from '../fixtures/mailbox.ts'
import { randomPng } from '../fixtures/png.ts'
import { expect, test } from '../fixtures/test.ts'
import { hydrated } from '../fixtures/visitor.ts'
import { de, it } from '../fixtures/words.ts'

test.describe('a form that is not available in French, in a French browser', () => {
  test.use({ locale: 'fr-FR' })

  test('the visitor must select one of the form’s languages once, on a page in French', async ({ page, visitor }) => {
    await visitor.opens('/comune-aurora')
    await expect(visitor.heading('Choisissez la langue')).toBeVisible()
    await expect(page.getByRole('combobox')).toHaveCount(0)
    await visitor.button('Deutsch').click()
    await expect(visitor.step(de.steps[0])).toBeVisible()
    await expect(page.getByRole('document')).toHaveAttribute('lang', 'de')
    await visitor.opens('/comune-aurora')
    await expect(visitor.step(de.steps[0])).toBeVisible()
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'lang_comune-aurora')
    expect(cookie?.value).toBe('de')
    expect((cookie?.expires ?? 0) - Date.now() / 1_000).toBeGreaterThan(86_000)
    expect((cookie?.expires ?? 0) - Date.now() / 1_000).toBeLessThanOrEqual(86_400)
  })
})

test('the language selector changes the language of the form and of the product’s own texts', async ({ page, visitor }) => {
  await visitor.opens('/comune-aurora/open/strade')
  await page.getByRole('combobox', { name: 'Lingua' }).selectOption('Deutsch')
  await expect(visitor.step(de.steps[2])).toBeVisible()
  await expect(visitor.option(de.steps[3])).toBeVisible()
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption('English')
  await expect(visitor.step('English')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue('en')
  await expect(page).toHaveURL(/\/open\/en-strade$/)
})

test('a change of language inside the form keeps the step and the answers, and a notice says so', { tag: '@firefox' }, async ({ page, visitor }) => {
  await visitor.opensReport()
  await hydrated(page)
  await visitor.field(it.fields.address).fill('Via dei Tigli 12')
  await visitor.main.locator('input[type=file]').setInputFiles({ name: 'buca.png', mimeType: 'image/png', buffer: randomPng(8) })
  await page.getByRole('combobox', { name: 'Lingua' }).selectOption('Deutsch')
  await expect(page).toHaveURL(/\/open\/de-buche-stradali$/)
  await expect(visitor.field(de.fields.address)).toHaveValue('Via dei Tigli 12')
  await expect(page.getByText('Sie haben die Sprache gewechselt: Was Sie geschrieben haben, ist noch da. Bitte erneut anhängen: buca.png')).toBeVisible()
  await page.reload()
  await expect(visitor.field(de.fields.address)).toHaveValue('Via dei Tigli 12')
  await expect(page.getByText('Sie haben die Sprache gewechselt')).toHaveCount(0)
})

test('a mailed link opens in the language of its mail, and the link’s code is kept when the visitor changes the language', async ({
  page,
  browser,
  visitor,
  deployment,
  address,
}) => {
  await visitor.opens('/comune-aurora/open/de-suggerimento')
  await visitor.opensReport()
  await visitor.fillsRequired()
  await visitor.sends(address)
  const link = linkIn(await deployment.mailbox.receive(address, it.confirmSubject))
  const elsewhere = await browser.newPage({ locale: 'de-DE' })
  await elsewhere.goto(link)
  await expect(elsewhere.getByRole('button', { name: it.confirm })).toBeVisible()
  await elsewhere.getByRole('combobox', { name: 'Lingua' }).selectOption('Deutsch')
  await elsewhere.getByRole('button', { name: de.confirm }).click()
  await expect(elsewhere.getByRole('heading', { name: de.confirmed })).toBeVisible()
  await elsewhere.close()
  await page.goto(link)
  await expect(visitor.heading(it.alreadyConfirmed)).toBeVisible()
})

test('each page has its own title in its language, both in the server’s HTML and after each change of step', async ({ page, visitor }) => {
  const customer = 'Comune di Aurora – Sportello online'
  await visitor.opens('/comune-aurora/open/strade')
  expect(await (await page.request.get(page.url())).text()).toContain(`<title>${it.steps[2]} – ${customer}</title>`)
  await visitor.option(it.steps[3]).click()
  await expect(page).toHaveTitle(`${it.steps[3]} – ${customer}`)
  await page.getByRole('combobox', { name: 'Lingua' }).selectOption('Deutsch')
  await expect(page).toHaveTitle(`${de.steps[3]} – ${customer}`)
  await visitor.opens('/comune-aurora/siteMap')
  await expect(page).toHaveTitle(`${phrases.de.visitor.mappa_titolo} – ${customer}`)
})
