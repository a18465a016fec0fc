import { parentPort, workerData } from 'node:worker_threads'
import { type Finding, matchesPattern, type Pointers, placePointer, pointersOf, textOfFinding, unshownStep, walkForm } from '@sportello/checks'
import { placeCodes } from '@sportello/codfis/places'
import { type Definition, type Language, MAX_WALK_FINDINGS, type ReportedFinding, walkTree } from '@sportello/contract'
import { withIds } from '@sportello/editing'
import { type Customer, draftCustomer, todayOf } from '../../catalogue/customers/rules.ts'
import { runInBackground } from '../../platform/background-thread.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { loadRenderer } from '../pages/rules.ts'
import { stepPages } from './shown-steps.ts'
import type { WalkMessage, WalkTask } from './walk-thread.ts'
import { writesSummary } from './written-summary.ts'

// Runs in the worker thread that tries every path through a draft (`walkInThread`).

/** Number of steps after which the worker thread sends the next message about its progress. */
const PROGRESS_STEPS = 50

const say = (message: WalkMessage) => parentPort?.postMessage(message)

async function run({ connection, config, codeTag, language }: WalkTask): Promise<void> {
  const begun = performance.now()
  const database = openDatabase(connection, () => {}, { name: 'sportello-walk', longTimeouts: true, sizes: { web: 1, jobs: 1, owner: 1 } })
  const customer = await draftCustomer(database, codeTag, { form: null, mode: 'FREE', known: {}, today: null, language: null }).finally(() => database.close())
  if (!customer) throw new Error('the definition does not exist')
  const definition = withIds(customer.published.definition)
  const steps = customer.published.nodes.size
  const unshown = await showAll(definition, stepPages(await loadRenderer(), config, customer), (shown) =>
    say({ event: 'progress', data: { shown, tried: 0, steps } }),
  )
  const report = tryAll(definition, customer, (tried) => say({ event: 'progress', data: { shown: steps, tried, steps } }))
  const findings = [...unshown, ...report.findings]
  say({
    event: 'report',
    data: {
      ...report,
      milliseconds: Math.round(performance.now() - begun),
      findings: reported(findings.slice(0, MAX_WALK_FINDINGS), pointersOf(definition), language),
      found: findings.length,
    },
  })
}

async function showAll(definition: Definition, shows: ReturnType<typeof stepPages>, onProgress: (shown: number) => void): Promise<Finding[]> {
  const findings: Finding[] = []
  let shown = 0
  for (const node of walkTree(definition)) {
    if (shown % PROGRESS_STEPS === 0) onProgress(shown)
    if (!(await shows(node))) findings.push(unshownStep(node))
    shown += 1
  }
  return findings
}

function tryAll(definition: Definition, customer: Customer, onProgress: (tried: number) => void) {
  const context = { today: todayOf(customer), matches: matchesPattern, placeCodes }
  const walking = walkForm(definition, { context, onRequest: (request) => (writesSummary(customer, request) ? undefined : 'summary') })
  for (let at = walking.next(); ; at = walking.next()) {
    if (at.done) return at.value
    onProgress(at.value.done)
  }
}

function reported(findings: readonly Finding[], pointers: Pointers, language: Language): ReportedFinding[] {
  return findings.map((finding) => ({
    check: finding.check,
    severity: finding.severity,
    pointer: placePointer(finding.place, pointers),
    message: textOfFinding(finding, language),
    step: finding.place.step,
    field: finding.place.field ?? null,
  }))
}

runInBackground()
await run(workerData as WalkTask)
