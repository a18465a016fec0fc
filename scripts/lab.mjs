// `npm run lab`: runs the measurements of the reliability lab (fault-injection tests). It accepts the arguments of
// lab/src/main.ts.
import { chromium, objectStore, scanner } from './debian.mjs'
import { ensureBuilt, ensureInstalled, runNode } from './workspace.mjs'

ensureInstalled()
ensureBuilt()
scanner()
objectStore()
process.env.CHROMIUM = chromium()
process.exitCode = await runNode(['lab/src/main.ts', ...process.argv.slice(2)])
