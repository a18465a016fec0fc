// `npm run places`: generates the table of birthplaces from the npm package that contains the official lists.
import { ensureInstalled, runNode } from './workspace.mjs'

ensureInstalled()
process.exitCode = await runNode(['packages/codfis/test/places-text.ts'])
