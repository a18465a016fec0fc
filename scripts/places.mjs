// npm run places: generates the table of birthplaces from the package that contains it.
import { ensureInstalled, runNode } from './workspace.mjs'

ensureInstalled()
process.exitCode = await runNode(['packages/codfis/test/places-text.ts'])
