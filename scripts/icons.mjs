// `npm run icons`: generates the sprite that contains the icons which forms may use, from the files of the icon library
// Lucide.
import { ensureInstalled, runNode } from './workspace.mjs'

ensureInstalled()
process.exitCode = await runNode(['packages/fields/test/sprite-text.ts'])
