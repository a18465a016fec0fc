import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../fixtures/accessibility.ts'
import type { Deployment } from '../fixtures/deployment.ts'
import { expect, test } from '../fixtures/test.ts'

const LANGUAGES = ['it', 'en', 'de', 'es', 'fr', 'el', 'nl'] as const

/**
 * Imports the gallery form, which shows all inputs and blocks, once for each language. The author's texts stay Italian;
 * only the product's own phrases are in that language.
 */
async function importInEachLanguage(deployment: Deployment): Promise<void> {
  const { definitions, integrations } = await deployment.exportBundle('gallery')
  const [gallery] = definitions
  if (!gallery) throw new Error('the gallery was not written out')
  const branch = (lang_code: string) => ({
    code_tag: `${lang_code}-inizio`,
    tag_description: lang_code,
    tag_type: 'FORM_LANG',
    params: [{ params_type: 'FORM_LANG', lang_code }],
    form_fields: [],
    children: gallery.children.map((step) => ({ ...step, code_tag: `${lang_code}-${step.code_tag}` })),
  })
  await deployment.importBundle({
    definitions: [{ ...gallery, code_tag: 'lingue', form_fields: [], children: LANGUAGES.map(branch) }],
    forms: [{ code_form: 'lingue', description: 'Galleria in ogni lingua', code_tag: 'lingue' }],
    integrations,
  })
}

async function violations(page: Page): Promise<string[]> {
  const found = await accessibilityViolations(page)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  return [...found, ...(wide > 0 ? [`${wide} px too wide`] : [])]
}

/** Returns the accessibility violations of the step in the gallery that contains every information block. */
async function violationsOfBlocks(page: Page): Promise<string[]> {
  await page.goto('/gallery/open/blocchi')
  await expect(page.getByRole('button', { name: 'Invia i blocchi' })).toBeVisible()
  for (const entry of await page.locator('summary').all()) await entry.click()
  return violations(page)
}

/**
 * Opens the step in the gallery that contains every input, and submits it without answers. Returns the accessibility
 * violations of the page with its errors.
 */
async function violationsOfInputs(page: Page, form: string, step: string): Promise<string[]> {
  await page.goto(`/${form}/open/${step}`)
  await expect(page.getByLabel('Elenco da un servizio', { exact: true })).toBeEditable()
  await page.locator('.send-button').click()
  await page.getByRole('dialog').getByRole('button').last().click()
  await expect(page.locator('.field-invalid')).toHaveCount(await page.locator('.field').count())
  return violations(page)
}

// The languages that are tested on each screen. The languages with the longest words are tested on the phone, the
// others on the desktop.
const SCREENS: Readonly<Record<string, readonly string[]>> = { phone: ['de', 'el', 'fr'], desk: ['it', 'en', 'es', 'nl'] }

for (const language of LANGUAGES) {
  test(`the gallery of all inputs and blocks has no accessibility violations and fits the screen in the language "${language}"`, async ({ page, deployment }, {
    project,
  }) => {
    test.skip(!SCREENS[project.name]?.includes(language), 'looked at on the other screen')
    await importInEachLanguage(deployment)
    expect(await violationsOfInputs(page, 'lingue', `${language}-obbligatori`)).toEqual([])
    await expect(page.locator('html')).toHaveAttribute('lang', language)
  })
}

test('every language is tested with the gallery of all inputs and blocks, on the phone or on the desktop', () => {
  expect(new Set(Object.values(SCREENS).flat())).toEqual(new Set(LANGUAGES))
})

const THEMES = [
  ['more contrast', { contrast: 'more' }],
  ['the system’s own colours', { forcedColors: 'active' }],
] as const

for (const [what, media] of THEMES) {
  test(`the gallery of all inputs and blocks has no accessibility violations with ${what}`, async ({ page }) => {
    await page.emulateMedia(media)
    expect(await violationsOfBlocks(page)).toEqual([])
    expect(await violationsOfInputs(page, 'gallery', 'obbligatori')).toEqual([])
    // The focus indicator must be an outline, because browsers remove shadows in forced-colours mode.
    await page.getByLabel('Testo', { exact: true }).focus()
    await page.keyboard.press('Tab')
    const ring = await page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body)
      return `${outlineStyle} ${outlineWidth}`
    })
    expect(ring).toMatch(/^solid [23]px$/)
  })
}

test('the pressed button and the open step can be recognised with forced colours', async ({ page, visitor }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await visitor.opens('/gallery/open/vuoti')
  await expect(visitor.field('Elenco da un servizio')).toBeEditable()
  await visitor.button('Seconda voce').press('Enter')
  const groundOf = (name: string) => visitor.button(name).evaluate((button) => getComputedStyle(button).backgroundColor)
  const isMarked = async () => (await groundOf('Seconda voce')) !== (await groundOf('Prima voce'))
  await expect.poll(isMarked, 'the pressed button has another colour').toBe(true)
  await expect(visitor.main.locator('.step-open .step-marker')).toHaveCSS('border-style', 'solid')
})
