// npm run places: writes the table of birthplaces from the package that gathers it.
import { ensureInstalled, runNode } from './workspace.mjs'

ensureInstalled()
process.exitCode = await runNode(['packages/codfis/test/places-text.ts'])
