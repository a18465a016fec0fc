// `npm run icons`: generates the sprite with the icons that forms may use. The icons come from the library Lucide.
import { ensureInstalled, runNode } from './workspace.mjs'

ensureInstalled()
process.exitCode = await runNode(['packages/fields/test/sprite-text.ts'])
