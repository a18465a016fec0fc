// Installs the Debian programs that the tests and the reliability lab (fault-injection tests) need.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fail } from './workspace.mjs'

/**
 * Installs the virus scanner for the tests (Debian's clamav-daemon) if this process has the permission to install
 * packages. Without the scanner, the tests that need it are skipped with a message.
 */
export function scanner() {
  if (process.env.CLAMD || existsSync('/usr/sbin/clamd')) return
  const install = 'apt-get update && apt-get install -y --no-install-recommends clamav-daemon'
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('   installing clamd…')
    spawnSync('sh', ['-c', install], { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  }
  if (!existsSync('/usr/sbin/clamd')) console.log(`   The tests that need clamd are skipped. Install it as root:  ${install}`)
}

/**
 * Installs the connection pooler for the tests (Debian's PgBouncer) if this process has the permission to install
 * packages. Without the pooler, the tests that need it are skipped.
 */
export function pooler() {
  withoutService('/usr/sbin/pgbouncer', 'PgBouncer', 'pgbouncer')
}

/**
 * Installs promtool for the test of the alert rules (Debian's prometheus) if this process has the permission to install
 * packages. Without it, the test of the rules is skipped.
 */
export function alertRules() {
  withoutService('/usr/bin/promtool', 'promtool', 'prometheus')
}

/** Installs a Debian package for one of its programs, and does not start its service. */
function withoutService(program, name, debianPackage) {
  if (existsSync(program)) return
  const install = `apt-get update && apt-get install -y --no-install-recommends ${debianPackage}`
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`   installing ${name}…`)
    // RUNLEVEL=1 prevents Debian's package from starting its service.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
    spawnSync('sh', ['-c', install], { stdio: ['ignore', 'ignore', 'inherit'], env })
  }
  if (!existsSync(program)) console.log(`   The tests that need ${name} are skipped. Install it as root:  ${install}`)
}

const POSTGRESQL_15 = '/usr/lib/postgresql/15/bin'

/**
 * Installs PostgreSQL 15, the oldest version that the product supports, if this process has the permission to install
 * packages. @returns the folder of its programs; undefined without it, and the tests on this version are then left out
 */
export function oldestPostgresql() {
  // Debian's package would otherwise create and start a database of its own.
  const install =
    'apt-get update && apt-get install -y --no-install-recommends postgresql-common && mkdir -p /etc/postgresql-common/createcluster.d && echo "create_main_cluster = false" > /etc/postgresql-common/createcluster.d/none.conf && apt-get install -y --no-install-recommends postgresql-15'
  if (!existsSync(POSTGRESQL_15) && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('   installing PostgreSQL 15…')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
    spawnSync('sh', ['-c', install], { stdio: ['ignore', 'ignore', 'inherit'], env })
  }
  if (existsSync(POSTGRESQL_15)) return POSTGRESQL_15
  console.log(`   The tests on PostgreSQL 15 are left out. Install it as root:  ${install}`)
  return undefined
}

/**
 * Returns the folder with the XML schemas of XLIFF (OASIS), which Debian ships with a PHP library; undefined if they
 * cannot be fetched. Also installs the program that validates with them. Without both, the test of the schema is
 * skipped. The library itself is not installed.
 */
export function xliffSchemas() {
  const root = join(tmpdir(), 'sportello-xliff-schemas')
  const folder = join(root, 'usr/share/php/Symfony/Component/Translation/Resources/schemas')
  const known = () => existsSync('/usr/bin/xmllint') && existsSync(join(folder, 'informativeCopiesOf3rdPartySchemas'))
  const install =
    'apt-get update && apt-get install -y --no-install-recommends libxml2-utils && apt-get download php-symfony-translation && dpkg-deb -x php-symfony-translation_*.deb .'
  // The schema of XLIFF refers to the one of XML under the path that it has at OASIS.
  const arrange = `mkdir -p "${folder}/informativeCopiesOf3rdPartySchemas/w3c" && cp "${folder}/xml.xsd" "${folder}/informativeCopiesOf3rdPartySchemas/w3c/"`
  if (!known() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('   fetching the XML schemas of XLIFF…')
    mkdirSync(root, { recursive: true })
    spawnSync('sh', ['-c', `${install} && ${arrange}`], { cwd: root, stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  }
  if (known()) return folder
  console.log('   The test of the XLIFF schema is skipped. It needs Debian’s packages libxml2-utils and php-symfony-translation.')
  return undefined
}

/**
 * Installs the object store for the tests (Debian's OpenStack Swift) if this process has the permission to install
 * packages. Without the object store, the tests that need it are skipped with a message.
 */
export function objectStore() {
  const known = () => spawnSync('/usr/bin/python3', ['-c', 'import swift'], { stdio: 'ignore' }).status === 0
  if (known()) return
  const install = 'apt-get update && apt-get install -y --no-install-recommends python3-swift'
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('   installing OpenStack Swift…')
    spawnSync('sh', ['-c', install], { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  }
  if (!known()) console.log(`   The tests that need an object store are skipped. Install it as root:  ${install}`)
}

/**
 * Returns the path of the browser for the tests. Installs Debian's headless shell of Chromium if this process has the
 * permission to install packages. The headless shell has the same engine as the full browser, but no window, compositor
 * and GPU process: the browser tests of one folder took 55 s with it and 101 s with the full browser.
 */
export function chromium() {
  const whole = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  const known = (...files) => files.find((file) => file && existsSync(file))
  const shell = '/usr/bin/chromium-headless-shell'
  if (known(process.env.CHROMIUM, shell)) return known(process.env.CHROMIUM, shell)
  const install = 'apt-get update && apt-get install -y --no-install-recommends chromium-headless-shell fonts-noto-core'
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('   installing Chromium…')
    spawnSync('sh', ['-c', install], { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  }
  const found = known(shell, ...whole)
  return found ?? fail(`The browser tests need Chromium. Install it as root:\n\n  ${install}\n\nor name one: CHROMIUM=/path/to/chromium npm test`)
}

/**
 * Returns the path of Firefox for the browser tests. Installs Debian's Firefox ESR if this process has the permission to
 * install packages. Without Firefox, the function prints a message and returns undefined.
 */
export function firefox() {
  const known = () => [process.env.FIREFOX, '/usr/bin/firefox-esr'].find((file) => file && existsSync(file))
  if (known()) return known()
  const install = 'apt-get update && apt-get install -y --no-install-recommends firefox-esr'
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('   installing Firefox…')
    spawnSync('sh', ['-c', install], { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  }
  if (!known()) console.log(`   The browser tests run in Chromium only. Install Firefox as root:  ${install}`)
  return known()
}
