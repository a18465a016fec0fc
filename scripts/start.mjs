// npm start: everything from a fresh checkout to a running deployment with the demonstration customers.
import { ensureBuilt, ensureInstalled, runNode } from './workspace.mjs'

ensureInstalled()
ensureBuilt()
process.exitCode = await runNode(['apps/server/src/main.ts'], { DEMO: process.env.DEMO ?? '1', LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' })
