import { expectAccessible } from '../fixtures/accessibility.ts'
import { freshForm } from '../fixtures/form-settings-page.ts'
import { expect, test } from '../fixtures/test.ts'

const WORDS = {
  'it-IT': {
    accessibility: ['Accessibilità', 'Dichiarazione di accessibilità', 'Segnala un ostacolo con il modulo', 'ostacolo'],
    privacy: ['Privacy', 'Informativa sulla privacy', 'Perché chiediamo i tuoi dati', 'Le richieste concluse sono cancellate dopo 2 anni.'],
  },
  'de-DE': {
    accessibility: ['Barrierefreiheit', 'Erklärung zur Barrierefreiheit', 'Barriere mit dem Formular melden', 'de-ostacolo'],
    privacy: ['Datenschutz', 'Datenschutzerklärung', 'Warum wir nach Ihren Daten fragen', 'Abgeschlossene Anfragen werden nach 2 Jahren gelöscht.'],
  },
} as const

for (const [locale, { accessibility, privacy }] of Object.entries(WORDS))
  test.describe(`in ${locale}`, () => {
    test.use({ locale })

    test('a visitor reads the accessibility statement and reports a barrier with the form', async ({ page, visitor }) => {
      const [link, title, report, step] = accessibility
      await visitor.opens('/comune-aurora')
      await page.getByRole('contentinfo').getByRole('link', { name: link, exact: true }).press('Enter')
      await expect(visitor.heading(title)).toBeVisible()
      await expect(page).toHaveTitle(`${title} – Comune di Aurora – Sportello online`)
      await expectAccessible(page)
      await visitor.main.getByRole('link', { name: report }).press('Enter')
      await expect(page).toHaveURL(new RegExp(`/comune-aurora/open/${step}$`))
    })

    test('a visitor reads the privacy notice', async ({ page, visitor }) => {
      const [link, title, own, erased] = privacy
      await visitor.opens('/comune-aurora')
      await page.getByRole('contentinfo').getByRole('link', { name: link, exact: true }).click()
      await expect(visitor.heading(title)).toBeVisible()
      await expect(visitor.heading(own)).toBeVisible()
      await expect(visitor.main.getByText(erased)).toBeVisible()
      await expectAccessible(page)
    })
  })

test('a form without statements has no links to them, and their addresses show that nothing is there', async ({
  page,
  visitor,
  deployment,
  expectConsoleError,
}) => {
  expectConsoleError(/404 \(Not Found\)/)
  const { code, bundle } = freshForm(['FREE'])
  await deployment.importBundle(bundle)
  await visitor.opens(`/${code}`)
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' })).toHaveCount(0)
  const answer = await page.goto(new URL(`/${code}/privacy`, deployment.url).href)
  expect(answer?.status()).toBe(404)
  await expect(visitor.heading('Siamo spiacenti')).toBeVisible()
})
