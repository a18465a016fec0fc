// `npm run docs`: builds the site of docs/ into docs/.vitepress/dist; the build fails if a page links to a missing page
// or file. `npm run docs -- dev`: serves the site and reloads it after a change.
import { ensureInstalled, ROOT, runNode } from './workspace.mjs'

ensureInstalled()
const [command = 'build', ...args] = process.argv.slice(2)
process.exitCode = await runNode([`${ROOT}/node_modules/vitepress/bin/vitepress.js`, command, 'docs', ...args])
