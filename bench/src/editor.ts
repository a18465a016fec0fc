import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { prepareHome } from '../../apps/server/src/platform/db/embedded/home.ts'
import { connectionOf } from '../../apps/server/src/platform/db/embedded/postmaster.ts'
import { type Deployment, startDeployment } from '../../e2e/fixtures/deployment.ts'
import { FormEditor } from '../../e2e/fixtures/form-editor.ts'
import { openDashboard } from '../../e2e/fixtures/operator.ts'
import { KEY_LIMIT_MS, launchChromium, medianOf, scriptOfKeys, THROTTLE } from './chromium.ts'
import { grown } from './grown-form.ts'
import { ended, retry, startProduct } from './product.ts'

const PORT = 8493
const SECRET_KEY = 'the servers of this bench share this'
const ROUNDS = 5
/**
 * Pause in milliseconds after typing. The editor sends a text and updates the outline after shorter delays, so the
 * measured
 * time includes this work.
 */
const PAUSE_MS = 1_000
const SETTLE_MS = 2_000

const FORMS = { small: 1_000, large: 10_000 } as const

/**
 * Maximum milliseconds for each measurement of the editor. The limits for the map, for a move and for an undo were
 * chosen for this benchmark.
 */
const LIMITS = {
  'open 1,000 steps': 1_500,
  'open 10,000 steps': 4_000,
  [`script of a key, CPU slowed ${THROTTLE} times`]: KEY_LIMIT_MS,
  'the first edit creates the draft': 1_000,
  'each further edit is stored': 1_000,
  'open the map of 10,000 steps': 1_000,
  'move a branch by drag and drop': 1_000,
  'undo the move': 1_000,
  publish: 5_000,
  'two servers show the publication': 2_000,
} as const

type Times = Record<keyof typeof LIMITS, number>

/**
 * Measures the form editor in a real browser against its limits. Opens forms of 1,000 and 10,000 steps. With the large
 * form,
 * also measures a keystroke, an edit, the map, a move and an undo. Finally measures a publication, until two servers
 * show it.
 */
export async function benchEditor(): Promise<void> {
  const deployment = await startDeployment({ SECRET_KEY })
  const servers: ChildProcess[] = []
  const browser = await launchChromium()
  try {
    const forms = Object.entries(FORMS).map(([name, size]) => ({ ...grown(name, size), name, size }))
    for (const { definitions, forms: settings } of forms) await deployment.importBundle({ definitions, forms: settings })
    const other = `http://127.0.0.1:${PORT}`
    const more = { SECRET_KEY, TRUSTED_PROXIES: '127.0.0.0/8' }
    servers.push(startProduct(connectionOf(prepareHome(deployment.dataDir)), PORT, 'web', deployment.dataDir, more))
    await retry(() => fetch(`${other}/health/ready`), other)

    const context = await browser.newContext({ locale: 'it-IT', viewport: { width: 1_280, height: 800 } })
    await openDashboard(await context.newPage(), deployment, 'definitions')
    const times: Partial<Times> = {}
    for (const { name, size, leaf } of forms) {
      const rounds: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const page = await context.newPage()
        rounds.push(await openingOf(page, deployment, name, leaf))
        await page.close()
      }
      times[size === FORMS.small ? 'open 1,000 steps' : 'open 10,000 steps'] = medianOf(rounds)
    }
    const { name, leaf, definitions } = forms[1] as (typeof forms)[number]
    const page = await context.newPage()
    await openingOf(page, deployment, name, leaf)
    const editor = new FormEditor(page, deployment)
    const title = editor.panel.getByLabel('Titolo', { exact: true }).first()
    times['the first edit creates the draft'] = await timeOf(() => storing(page, () => title.fill('Rimborso')))
    times['each further edit is stored'] = Math.max(...(await editsOf(page)))
    times[`script of a key, CPU slowed ${THROTTLE} times`] = await scriptOfKeys(title, PAUSE_MS)
    await editor.isSaved()

    times['open the map of 10,000 steps'] = await timeOf(async () => {
      await editor.button('Mappa').click()
      await page.locator('.editor-map .map-step.is-selected').waitFor()
    })
    await editor.button('Mappa').click()

    const [moved, onto] = definitions[0]?.children ?? []
    if (!moved || !onto) throw new Error('the form has too few steps')
    // Removes the stored state of the outline. The outline then shows only its first level, as if the author opened the
    // form for the first time.
    await page.evaluate((key) => sessionStorage.removeItem(key), `expanded-${name}`)
    await editor.opens(name)
    const row = editor.step(moved.tag_description)
    const level = (wanted: number) => row.and(page.locator(`[aria-level="${wanted}"]`)).waitFor()
    times['move a branch by drag and drop'] = await dropping(page, row, editor.step(onto.tag_description), () => level(3))
    await editor.isSaved()
    await sleep(SETTLE_MS)
    times['undo the move'] = await timeOf(async () => {
      await page.keyboard.press('Control+z')
      await level(2)
    })
    await editor.isSaved()

    const published = `Pubblicato ${Date.now()}`
    await title.fill(published)
    await editor.isSaved()
    await editor.button('Pubblica').click()
    const dialog = page.getByRole('dialog', { name: 'Pubblica' })
    times.publish = await timeOf(async () => {
      await dialog.getByRole('button', { name: 'Pubblica' }).click()
      await page.getByText(/^Versione 2, pubblicata/).waitFor({ state: 'attached' })
    })
    times['two servers show the publication'] = await timeOf(() => Promise.all([deployment.url, other].map((url) => untilShown(`${url}/${name}`, published))))
    report(times as Times, sizeOf(moved))
  } finally {
    await browser.close()
    await ended(servers)
    await deployment.stop()
  }
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await run()
  return performance.now() - started
}

/**
 * Measures how long the editor takes to open at a step: from the navigation to the page until the outline shows the
 * step and the author can edit it.
 */
function openingOf(page: Page, deployment: Deployment, code: string, node: string): Promise<number> {
  const query = new URLSearchParams({ view: 'definitions', definition: code, node })
  return timeOf(async () => {
    await page.goto(`${deployment.url}/admin/management?${query}`, { waitUntil: 'commit' })
    await page.locator('.outline-tree [role=row][aria-selected=true]').waitFor()
    await page.locator('.editor-step input').first().waitFor()
  })
}

/** Measures the time until the server has confirmed the change that `act` makes. */
async function storing(page: Page, act: () => Promise<unknown>): Promise<void> {
  const answered = page.waitForResponse(/draft\/changes$/)
  await act()
  const answer = await answered
  if (!answer.ok()) throw new Error(`a change was rejected: ${await answer.text()}`)
}

async function editsOf(page: Page): Promise<number[]> {
  const times: number[] = []
  for (let edit = 0; edit < ROUNDS; edit++) times.push(await timeOf(() => storing(page, () => page.keyboard.type('x'))))
  return times
}

/**
 * Drags a row of the outline onto another row.
 * @returns the milliseconds from the drop until `isMoved` resolves and the server has stored the move
 */
async function dropping(page: Page, row: Locator, onto: Locator, isMoved: () => Promise<void>): Promise<number> {
  await row.hover()
  await page.mouse.down()
  await onto.hover()
  await onto.hover()
  return timeOf(() =>
    storing(page, async () => {
      await page.mouse.up()
      await isMoved()
    }),
  )
}

async function untilShown(url: string, text: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(50)) if ((await (await fetch(url)).text()).includes(text)) return
  throw new Error(`${url} does not show the publication`)
}

type Step = { children: readonly Step[] }
const sizeOf = ({ children }: Step): number => children.reduce((sum, child) => sum + sizeOf(child), 1)

function report(times: Times, moved: number): void {
  console.log(`the form editor, medians of ${ROUNDS} openings, slowest of ${ROUNDS} further edits; the moved branch has ${moved.toLocaleString('en')} steps`)
  console.log(`  ${''.padEnd(36)} measured      limit  ratio`)
  for (const [name, limit] of Object.entries(LIMITS)) {
    const ms = times[name as keyof Times]
    console.log(`  ${name.padEnd(36)} ${ms.toFixed(1).padStart(8)} ms ${String(limit).padStart(7)} ms  ${(ms / limit).toFixed(2)}`)
    if (!(ms <= limit)) process.exitCode = 1
  }
}
