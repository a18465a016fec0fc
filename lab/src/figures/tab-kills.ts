import { setTimeout as sleep } from 'node:timers/promises'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import type { DraftChange, DraftNode } from '@sportello/contract'
import { Pool } from 'pg'
import { prepareHome } from '../../../apps/server/src/platform/db/embedded/home.ts'
import { adminConnectionOf, connectionOf } from '../../../apps/server/src/platform/db/embedded/postmaster.ts'
import { type Deployment, startDeployment } from '../../../e2e/fixtures/deployment.ts'
import { openDashboard } from '../../../e2e/fixtures/operator.ts'
import { type Figure, thousands } from '../figure.ts'

const CODE = 'kills'
/**
 * A killed tab may leave unsent changes, which the editor in another tab sends. Milliseconds to wait until it has sent
 * them
 * (decision 0049).
 */
const ABANDONED_MS = 6_000

/** A text as the author saw it last before the browser tab was killed. */
interface Typed {
  /** Id of the step or field that contains the text. */
  id: string
  key: 'description' | 'tag_description'
  text: string
  /**
   * The text at the last time when the editor showed that everything was saved; empty if the editor never showed that.
   */
  saved: string
}

interface Visit {
  /** Id of the killed browser tab. */
  tab: string
  isCutOff: boolean
  /** The text that the author saw last; undefined if the tab was killed before the author had typed anything. */
  typed?: Typed
  /** Unsent changes that the browser's local storage contained when the tab was killed. */
  kept: DraftChange[]
}

/** Measurement that kills the browser tab in which an author types in the real editor. */
export const tabKills: Figure = {
  id: 'G26',
  what: 'The browser tab is killed while an author types in the form editor, sometimes with the server cut off',
  goal: '0 lost after 200 kills: each text that the editor showed as saved, each text that it showed, and each change that the browser kept is in the draft once',
  async run(size) {
    const kills = size(200)
    const deployment = await startDeployment()
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
      args: ['--no-sandbox', '--disable-gpu'],
    })
    try {
      await deployment.importBundle(bundleOf(kills))
      const context = await browser.newContext({ locale: 'it-IT', viewport: { width: 1_280, height: 800 } })
      const first = await context.newPage()
      await openDashboard(first, deployment, 'definitions')
      await first.close()
      const visits: Visit[] = []
      for (let at = 0; at < kills; at++) visits.push(await visit(context, deployment, at, visits.at(-1)?.tab))
      await sleep(ABANDONED_MS)
      const left = await openLast(context, deployment)
      const faults = [...left, ...(await faultsOf(deployment, visits))]
      const count = (test: (visit: Visit) => boolean) => thousands(visits.filter(test).length)
      const saved = count(({ typed }) => typed !== undefined && typed.saved !== '')
      const unsaved = count(({ typed }) => typed !== undefined && typed.text !== typed.saved)
      return {
        size: `${kills} kills, ${count(({ isCutOff }) => isCutOff)} with the server cut off; the editor showed a text as saved in ${saved}, and later letters as not saved yet in ${unsaved}`,
        measured: faults.length === 0 ? '0 lost, 0 applied twice' : `${faults.length} faults: ${faults.slice(0, 3).join('; ')}`,
        met: faults.length === 0 && visits.some(({ kept }) => kept.length > 0),
      }
    } finally {
      await browser.close()
      await deployment.stop()
    }
  },
}

/**
 * Returns the bundle of a form with one step for each kill of a tab. Each text gets a step of its own, so that none
 * replaces
 * another.
 */
function bundleOf(kills: number): object {
  const children = Array.from({ length: kills }, (_, at) => ({ code_tag: `step-${at}`, tag_description: `Step ${at}`, form_fields: [], children: [] }))
  const root = { code_tag: CODE, tag_description: 'Kills', form_params: { auth_type: ['DATACOLLECTION'] }, form_fields: [], children }
  return { definitions: [root], forms: [{ code_form: CODE, code_tag: CODE }] }
}

const addressOf = ({ url }: Deployment, node?: string) =>
  `${url}/admin/management?${new URLSearchParams({ view: 'definitions', definition: CODE, ...(node !== undefined && { node }) })}`

/**
 * Opens the editor and types until the tab's renderer process is killed at a random moment. Then reads the changes in
 * the
 * browser's storage.
 * @param before id of the tab that was killed before; every second visit reloads that tab
 */
async function visit(context: BrowserContext, deployment: Deployment, at: number, before: string | undefined): Promise<Visit> {
  const tab = before !== undefined && at % 2 === 1 ? before : `tab-${at}`
  const isCutOff = at % 3 === 2
  const page = await context.newPage()
  // Stores the tab id in the session storage, where a browser keeps it when the author reloads a crashed tab.
  await page.addInitScript((id) => sessionStorage.setItem('tab', id), tab)
  await page.goto(addressOf(deployment, `step-${at}`))
  await page.locator('.editor-step-title').waitFor()
  const crash = page.waitForEvent('crash', { timeout: 60_000 })
  const cdp = await context.newCDPSession(page)
  const seen: { typed?: Typed } = {}
  const started = Promise.withResolvers<void>()
  const typing = type(page, at, seen, started.resolve)
  await started.promise
  if (isCutOff) {
    await sleep(Math.random() * 800)
    await context.setOffline(true)
  }
  await sleep(300 + Math.random() * 2_200)
  // The command fails or never returns, because a killed renderer process does not respond to it.
  cdp.send('Page.crash').catch(() => {})
  await crash
  await typing
  await page.close()
  await context.setOffline(false)
  return { tab, isCutOff, kept: await keptBy(context, deployment), ...(seen.typed && { typed: seen.typed }) }
}

/**
 * Types until the tab is killed. Types into the description of the step or, every third time, into the title of a new
 * step.
 * @param onStart called after the first letters
 */
async function type(page: Page, at: number, seen: { typed?: Typed }, onStart: () => void): Promise<void> {
  try {
    if (at % 3 === 1) {
      const { length } = await page.locator('.editor-card').all()
      await page.locator('.editor-step > button').last().click()
      await page.locator('.editor-card').nth(length).locator('.in-place').focus()
    } else await page.locator('.editor-step-head textarea').focus()
    for (let letter = 0; ; letter++) {
      await page.keyboard.type(letter === 0 ? `text ${at}: ` : String.fromCharCode(97 + Math.floor(Math.random() * 26)))
      await note(page, seen)
      onStart()
      // Some pauses are longer than the delay after which the editor sends what was typed.
      await sleep(Math.random() < 0.2 ? 700 : Math.random() * 80)
      await note(page, seen)
    }
  } catch {
    // An error here means that the tab was killed.
  } finally {
    onStart()
  }
}

/** Stores the text that the author sees in the editor at this moment. */
async function note(page: Page, seen: { typed?: Typed }): Promise<void> {
  const shown = await page.evaluate(readShown)
  if (shown) seen.typed = { ...shown, saved: shown.isSaved ? shown.text : (seen.typed?.saved ?? '') }
}

/** Runs in the page: reads the text in the focused field, and whether the editor shows it as saved. */
function readShown(): (Pick<Typed, 'id' | 'key' | 'text'> & { isSaved: boolean }) | undefined {
  const field = document.activeElement as HTMLInputElement | null
  const id = field?.closest<HTMLElement>('[data-node]')?.dataset.node
  if (!field || id === undefined) return undefined
  const isSaved = document.querySelector('.editor-status [role=status]')?.textContent === 'Salvato'
  return { id, key: field.tagName === 'TEXTAREA' ? 'description' : 'tag_description', text: field.value, isSaved }
}

/** Returns the unsent changes in the browser's local storage. Reads the storage from a page without the editor. */
async function keptBy(context: BrowserContext, { url }: Deployment): Promise<DraftChange[]> {
  const page = await context.newPage()
  await page.goto(`${url}/health/live`)
  const kept = await page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith('draft:'))
      .map(([, value]) => String(value)),
  )
  await page.close()
  return kept.flatMap((value) => (JSON.parse(value) as { changes: DraftChange[] }).changes)
}

/**
 * Opens the editor once more, and waits until it has sent the changes that killed tabs left unsent.
 * @returns a fault if the browser still contains a change
 */
async function openLast(context: BrowserContext, deployment: Deployment): Promise<string[]> {
  const page = await context.newPage()
  await page.goto(addressOf(deployment))
  // Waiting for the status “saved” is not enough. The editor shows it as soon as it opens, before it has sent the
  // changes of a killed tab.
  await page.waitForFunction(() => Object.keys(localStorage).every((key) => !key.startsWith('draft:'))).catch(() => {})
  await page.close()
  const { length } = await keptBy(context, deployment)
  return length === 0 ? [] : [`${length} changes stay in the browser`]
}

/** Compares the stored log and nodes of the draft with the texts that the author saw. */
async function faultsOf({ dataDir }: Deployment, visits: readonly Visit[]): Promise<string[]> {
  const home = prepareHome(dataDir)
  const pool = new Pool({ ...adminConnectionOf(home, connectionOf(home).database), max: 1 })
  try {
    const log = (await pool.query<{ id: string }>('select id from draft_changes where code_tag = $1', [CODE])).rows.map(({ id }) => id)
    const { rows } = await pool.query<DraftNode>('select id, kind, parent, position, content from draft_nodes where code_tag = $1', [CODE])
    const twice = log.length - new Set(log).size
    const kept = new Set(visits.flatMap((each) => each.kept.map(({ id }) => id)))
    const dropped = [...kept].filter((id) => !log.includes(id)).map((id) => `the kept change ${id} is not stored`)
    return [
      ...(twice === 0 ? [] : [`${twice} changes are stored twice`]),
      ...dropped,
      ...visits.flatMap(({ typed }) => (typed ? faultsOfText(typed, rows) : [])),
    ]
  } finally {
    await pool.end()
  }
}

/**
 * Checks that the draft contains a text exactly once and in the right step. The stored text may have more letters than
 * the
 * author last saw, because the author continued to type. Returns a fault otherwise.
 */
function faultsOfText({ id, key, text, saved }: Typed, nodes: readonly DraftNode[]): string[] {
  const stored = String(nodes.find((node) => node.id === id && node.parent !== null)?.content[key] ?? '')
  if (!stored.startsWith(saved)) return [`“${saved}” was shown as saved, and the draft has “${stored}”`]
  if (!stored.startsWith(text)) return [`“${text}” was typed, and the draft has “${stored}”`]
  const start = `${text.split(':')[0]}:`
  const copies = nodes.filter(({ content }) => String(content[key] ?? '').startsWith(start)).length
  return copies === 1 ? [] : [`“${text}” is in the draft ${copies} times`]
}
