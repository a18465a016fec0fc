import { parseArgs } from 'node:util'
import { partOf } from './figure.ts'
import { FIGURES } from './figures.ts'
import { asMarkdown, asText, type Result } from './report.ts'

const USAGE = `Usage: [VERSION_BEFORE=REF] npm run lab -- [--full | --part=0.1] [--json | --markdown] [${FIGURES.map(({ id }) => id).join(' ')}]`
/**
 * Default size of the measurements as a fraction of their full size. With it, the reliability lab (fault-injection
 * tests) takes about half an hour on two cores.
 */
const USUAL_PART = 0.1

const { values: options, positionals: ids } = parseArgs({
  allowPositionals: true,
  options: { full: { type: 'boolean' }, part: { type: 'string' }, json: { type: 'boolean' }, markdown: { type: 'boolean' } },
})
const part = options.full ? 1 : Number(options.part ?? USUAL_PART)
const chosen = ids.length === 0 ? FIGURES : FIGURES.filter(({ id }) => ids.includes(id))
if (!(part > 0 && part <= 1) || ids.some((id) => !FIGURES.some((figure) => figure.id === id))) {
  console.error(USAGE)
  process.exit(1)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

for (const { prepare } of chosen) prepare?.()
const results: Result[] = []
const began = performance.now()
for (const { id, what, goal, run } of chosen) {
  console.error(`── ${id}  ${what}…`)
  const started = performance.now()
  const measured = await run(partOf(part)).catch((error: unknown) => {
    console.error(error)
    return { size: '', measured: `not measured: ${error instanceof Error ? error.message.split('\n')[0] : error}`, met: false }
  })
  const seconds = (performance.now() - started) / 1_000
  results.push({ id, what, goal, ...measured, seconds })
  console.error(`   ${measured.met === true ? 'met' : measured.met || 'NOT MET'}: ${measured.measured}\n   ${seconds.toFixed(0)} s`)
}
if (options.json) console.log(JSON.stringify(results, null, 2))
else console.log(options.markdown ? asMarkdown(results) : asText(results))
console.error(`${((performance.now() - began) / 60_000).toFixed(1)} min`)
if (results.some(({ met }) => !met)) process.exitCode = 1
process.exit()
