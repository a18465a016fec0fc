import type { Page } from '@playwright/test'
import { type Deployment, startDeployment } from '../../e2e/fixtures/deployment.ts'
import { openDashboard } from '../../e2e/fixtures/operator.ts'
import { launchChromium, medianOf } from './chromium.ts'
import { grown } from './grown-form.ts'

const ROUNDS = 5
/** Number of steps of the form in all its languages together, and the languages. */
const STEPS = 30_000
const LANGUAGES = ['it', 'en', 'de'] as const

/** Maximum milliseconds for each measurement. */
const LIMITS = {
  'open the workspace by its address': 2_000,
  'open the workspace in the editor': 2_000,
  'a saved text is durable': 1_000,
} as const

type Times = Record<keyof typeof LIMITS, number>

/**
 * Measures the workspace of translators in a real browser, with a form of 10,000 steps in each of three languages: from the
 * navigation, or the press of the button, until the first text can be translated, and from a keystroke until the server
 * has stored the text.
 */
export async function benchTranslations(): Promise<void> {
  const steps = Number(process.env.STEPS ?? STEPS)
  const deployment = await startDeployment({})
  const browser = await launchChromium()
  try {
    const code = 'lingue'
    await deployment.importBundle(inLanguages(code, Math.ceil(steps / LANGUAGES.length)))
    const context = await browser.newContext({ locale: 'it-IT', viewport: { width: 1_280, height: 800 } })
    await openDashboard(await context.newPage(), deployment, 'definitions')
    const byAddress: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const page = await context.newPage()
      byAddress.push(await opened(page, deployment, code, 'en'))
      await page.close()
    }
    const page = await context.newPage()
    await page.goto(`${deployment.url}/admin/management?view=definitions&definition=${code}`)
    const button = page.getByRole('button', { name: 'Traduzioni', exact: true })
    const inEditor: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await button.click({ trial: true })
      inEditor.push(
        await timeOf(async () => {
          await button.click()
          await firstText(page).waitFor()
        }),
      )
      await button.click()
      await firstText(page).waitFor({ state: 'detached' })
    }
    await button.click()
    await firstText(page).fill('A first change, which creates the draft')
    await page.waitForResponse(/draft\/changes$/)
    const saved: number[] = []
    for (let round = 0; round < ROUNDS; round++)
      saved.push(
        await timeOf(async () => {
          const answered = page.waitForResponse(/draft\/changes$/)
          await page.keyboard.type('x')
          const answer = await answered
          if (!answer.ok()) throw new Error(`a change was rejected: ${await answer.text()}`)
        }),
      )
    report(steps, {
      'open the workspace by its address': medianOf(byAddress),
      'open the workspace in the editor': medianOf(inEditor),
      'a saved text is durable': Math.max(...saved),
    })
  } finally {
    await browser.close()
    await deployment.stop()
  }
}

const firstText = (page: Page) => page.getByRole('textbox', { name: /^Traduzione di:/ }).first()

/**
 * Opens the workspace by its address.
 * @returns milliseconds from the start of the navigation until the frame that shows the first text. The page itself takes
 *   the time, because Playwright looks for a text only every half a second while the page is busy.
 */
async function opened(page: Page, deployment: Deployment, code: string, language: string): Promise<number> {
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector('.translation-list textarea')) performance.mark('shown')
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  const query = new URLSearchParams({ view: 'definitions', definition: code, translation: language })
  await page.goto(`${deployment.url}/admin/management?${query}`, { waitUntil: 'commit' })
  await firstText(page).waitFor()
  return page.evaluate(() => performance.getEntriesByName('shown')[0]?.startTime ?? Number.NaN)
}

interface GrownStep {
  code_tag: string
  form_fields: object[]
  children: GrownStep[]
}

/** Returns a form with the same steps in each language. In the other languages, every tenth title is untranslated. */
function inLanguages(code: string, size: number) {
  const { definitions, forms } = grown(code, size)
  const [definition] = definitions
  if (!definition) throw new Error('no form was grown')
  const branch = (language: string) => {
    const isMain = language === LANGUAGES[0]
    const own = (id: string) => (isMain ? id : `${language}-${id}`)
    const copy = (step: GrownStep): object => ({
      ...step,
      id: own(step.code_tag),
      code_tag: own(step.code_tag),
      ...(!isMain && { twin_of: step.code_tag }),
      ...(!isMain && step.code_tag.endsWith('0') && { translated_from: { tag_description: '' } }),
      form_fields: step.form_fields.map((field, at) => ({
        ...field,
        id: own(`${step.code_tag}-${at}`),
        ...(!isMain && { twin_of: `${step.code_tag}-${at}` }),
      })),
      children: step.children.map(copy),
    })
    return {
      code_tag: `lang-${language}`,
      tag_description: language,
      tag_type: 'FORM_LANG',
      params: [{ params_type: 'FORM_LANG', lang_code: language }],
      children: definition.children.map(copy),
    }
  }
  return { definitions: [{ ...definition, children: LANGUAGES.map(branch) }], forms }
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await run()
  return performance.now() - started
}

function report(steps: number, times: Times): void {
  console.log(
    `the workspace of translators, ${steps.toLocaleString('en')} steps in ${LANGUAGES.length} languages; medians of ${ROUNDS} openings, slowest of ${ROUNDS} texts`,
  )
  console.log(`  ${''.padEnd(36)} measured      limit  ratio`)
  for (const [name, limit] of Object.entries(LIMITS)) {
    const ms = times[name as keyof Times]
    console.log(`  ${name.padEnd(36)} ${ms.toFixed(1).padStart(8)} ms ${String(limit).padStart(7)} ms  ${(ms / limit).toFixed(2)}`)
    if (!(ms <= limit)) process.exitCode = 1
  }
}
