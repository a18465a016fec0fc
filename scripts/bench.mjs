// npm run bench submit | weight
import { ensureBuilt, ensureInstalled, runNode } from './workspace.mjs'

ensureInstalled()
ensureBuilt()
process.exitCode = await runNode(['bench/src/main.ts', ...process.argv.slice(2)])
