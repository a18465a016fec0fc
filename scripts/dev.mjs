// `npm run dev`: restarts the server after every change of its sources, and updates the pages in the open browser.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, NODE, ROOT } from './workspace.mjs'

ensureInstalled()
ensureBuilt()
const port = Number(process.env.PORT ?? 8080)
const env = { ...process.env, DEMO: process.env.DEMO ?? 'gallery', PUBLIC_URL: process.env.PUBLIC_URL ?? `http://127.0.0.1:${port}` }
const children = [
  // Rebuilds the page renderer after every change of its sources. The server then loads the rebuilt renderer.
  spawn(NODE, [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--watch', '--ssr', 'src/visitor/entry-server.tsx', '--logLevel', 'warn'], {
    cwd: join(ROOT, 'apps/web'),
    stdio: 'inherit',
    env,
  }),
  spawn(
    NODE,
    ['--watch-path=apps/server/src', '--watch-path=packages', '--watch-path=apps/web/dist/server', '--watch-preserve-output', 'apps/server/src/main.ts'],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...env, PORT: String(port + 1) },
    },
  ),
  spawn(NODE, ['dev-server.ts'], {
    cwd: join(ROOT, 'apps/web'),
    stdio: 'inherit',
    env: { ...env, PORT: String(port), BACKEND: `http://127.0.0.1:${port + 1}` },
  }),
]
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of children) child.kill('SIGTERM')
  })
}
await Promise.all(children.map((child) => new Promise((done) => child.on('exit', done))))
