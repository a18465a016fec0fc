// npm run -s cli -- COMMAND
import { ensureInstalled, runNode } from './workspace.mjs'

ensureInstalled()
process.exitCode = await runNode(['apps/server/src/cli/main.ts', ...process.argv.slice(2)])
