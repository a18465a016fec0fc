// npm run icons: generates the sprite of the icons that forms may name, from the files of the icon library Lucide.
import { ensureInstalled, runNode } from './workspace.mjs'

ensureInstalled()
process.exitCode = await runNode(['packages/fields/test/sprite-text.ts'])
