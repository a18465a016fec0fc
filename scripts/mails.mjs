// `npm run mails`: compiles the layout of all mails (apps/server/src/delivery/mail/layout.mjml).
import { ensureInstalled, runNode } from './workspace.mjs'

ensureInstalled()
process.exitCode = await runNode(['apps/server/test/write-mail-layout.ts'])
