import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeDebianSystem, whyNoDebianSystem } from '../debian/debian-system.ts'
import type { Figure } from '../figure.ts'
import { runIsolated } from '../network/isolated.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

export const debianPackage: Figure = {
  id: 'G29',
  what: 'The Debian package is installed in a new system with systemd, and upgraded while visitors send',
  goal: 'a ticket with three commands; 10 upgrades of a deployment with one process: 0 failed, 0 lost, no visitor waits longer than 15 s; removed and installed again, it answers; a purge leaves only the data',
  async run(size) {
    const why = whyNoDebianSystem()
    if (why !== undefined) return { size: '', measured: why, met: 'not applicable' }
    const folder = mkdtempSync(join(tmpdir(), 'sportello-debian-'))
    try {
      const system = join(folder, 'system')
      makeDebianSystem(system, dependencies())
      for (const [name, version] of Object.entries({ first: '1.0', second: '1.1' }))
        copyFileSync(makePackage(folder, version), join(system, 'root', `${name}.deb`))
      return await runIsolated(new URL('../debian/install-and-upgrade.ts', import.meta.url), [system, String(size(10))])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** Returns the names of the packages that the product's package depends on. */
function dependencies(): string[] {
  const control = readFileSync(join(ROOT, 'packaging/debian/control'), 'utf8')
  return (/^Depends: (.+)$/m.exec(control)?.[1] ?? '').split(',').map((name) => name.trim())
}

/** Makes the product's package with a version. @returns its file */
function makePackage(folder: string, version: string): string {
  execFileSync('node', ['scripts/deb.mjs', '--version', version, '--out', folder], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
  const name = readdirSync(folder).find((each) => each.startsWith(`sportello_${version}_`))
  if (name === undefined) throw new Error('no package was made')
  return join(folder, name)
}
