// npm run lab: the reliability figures. Its arguments are those of lab/src/main.ts.
import { ensureBuilt, ensureInstalled, runNode } from './workspace.mjs'

ensureInstalled()
ensureBuilt()
process.exitCode = await runNode(['lab/src/main.ts', ...process.argv.slice(2)])
