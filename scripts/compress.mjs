// Compresses the built files once during the build, so that the server need not compress them for each response.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { ROOT } from './workspace.mjs'

for (const half of ['client', 'admin', 'review', 'viewer']) {
  const folder = join(ROOT, 'apps/web/dist', half, 'assets')
  for (const name of readdirSync(folder)) {
    if (!/\.(js|css|svg)$/.test(name)) continue
    const content = readFileSync(join(folder, name))
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }))
  }
}
