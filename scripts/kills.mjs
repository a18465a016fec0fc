// npm run test:kills: the kill test at full length.
import { ensureInstalled, runNode } from './workspace.mjs'

ensureInstalled()
process.exitCode = await runNode(['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', 'survives-kill'], { KILLS: process.env.KILLS ?? '60' })
