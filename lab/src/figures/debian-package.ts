import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeDebianSystem, whyNoDebianSystem } from '../debian/debian-system.ts'
import type { Figure } from '../figure.ts'
import { runIsolated } from '../network/isolated.ts'
import { installVersion, type VersionBefore } from '../version-before.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/**
 * Tag or commit whose package is installed first and then upgraded; without it, the package of this version with a lower
 * number. The first commit that has a package is 1b480415.
 */
const { VERSION_BEFORE } = process.env

export const debianPackage: Figure = {
  id: 'G29',
  what: 'The Debian package is installed in a new system with systemd, and upgraded while visitors send',
  goal: 'a ticket with three commands; 10 upgrades of a deployment with one process: 0 failed, 0 lost, no visitor waits longer than 15 s; removed and installed again, it answers; a purge leaves only the data',
  async run(size) {
    const why = whyNoDebianSystem()
    if (why !== undefined) return { size: '', measured: why, met: 'not applicable' }
    const folder = mkdtempSync(join(tmpdir(), 'sportello-debian-'))
    let before: VersionBefore | undefined
    try {
      const system = join(folder, 'system')
      makeDebianSystem(system, dependencies())
      before = VERSION_BEFORE === undefined ? undefined : await installVersion(VERSION_BEFORE)
      copyFileSync(makePackage(before?.root ?? ROOT, folder, '1.0'), join(system, 'root', 'first.deb'))
      copyFileSync(makePackage(ROOT, folder, '1.1'), join(system, 'root', 'second.deb'))
      const measured = await runIsolated(new URL('../debian/install-and-upgrade.ts', import.meta.url), [system, String(size(10))])
      return { ...measured, size: `${measured.size}${before ? `; from the package of ${before.name}, with ${before.newMigrations} new migrations` : ''}` }
    } finally {
      await before?.remove()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** Returns the names of the packages that the product's package depends on. */
function dependencies(): string[] {
  const control = readFileSync(join(ROOT, 'packaging/debian/control'), 'utf8')
  return (/^Depends: (.+)$/m.exec(control)?.[1] ?? '').split(',').map((name) => name.trim())
}

/** Makes the package of a copy of the product with a version. @returns its file */
function makePackage(root: string, folder: string, version: string): string {
  execFileSync('node', ['scripts/deb.mjs', '--version', version, '--out', folder], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  const name = readdirSync(folder).find((each) => each.startsWith(`sportello_${version}_`))
  if (name === undefined) throw new Error('no package was made')
  return join(folder, name)
}
