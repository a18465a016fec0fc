// `npm run schema`: generates the database's types, the bundle's JSON Schema and the table of environment variables.
import { ensureInstalled, runNode } from './workspace.mjs'

ensureInstalled()
process.exitCode = await runNode(['apps/server/test/write-generated.ts'])
