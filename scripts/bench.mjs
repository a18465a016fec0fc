// `npm run bench submit | weight | …`: runs one of the benchmarks in bench/src.
import { ensureBuilt, ensureInstalled, runNode } from './workspace.mjs'

ensureInstalled()
ensureBuilt()
process.exitCode = await runNode(['bench/src/main.ts', ...process.argv.slice(2)])
