import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const PROGRAMS = {
  '/usr/bin/unshare': 'util-linux',
  '/usr/bin/nsenter': 'util-linux',
  '/usr/bin/mmdebstrap': 'mmdebstrap',
  '/usr/bin/systemd-nspawn': 'systemd-container',
}
const SUITE = 'bookworm'
const BOOT_LIMIT_MS = 60_000
const run = promisify(execFile)

/** Returns why this machine cannot run another Debian system; undefined if it can. */
export function whyNoDebianSystem(): string | undefined {
  if (process.getuid?.() !== 0) return 'a system with its own systemd can be started only by root'
  const missing = Object.entries(PROGRAMS).filter(([program]) => !existsSync(program))
  return missing.length > 0 ? `not installed: Debian packages ${[...new Set(missing.map(([, name]) => name))].join(', ')}` : undefined
}

/**
 * Writes the files of a new, minimal Debian system with systemd.
 * @param packages further Debian packages, with what they depend on
 */
export function makeDebianSystem(folder: string, packages: readonly string[]): void {
  const include = ['systemd', 'systemd-sysv', 'dbus', ...packages].join(',')
  execFileSync('mmdebstrap', ['--quiet', '--variant=minbase', `--include=${include}`, SUITE, folder], { stdio: ['ignore', 'ignore', 'inherit'] })
}

/** A Debian system that runs with its own systemd, and with the network of this process. */
export interface DebianSystem {
  /** Runs a command as root. @returns its output @throws if it fails */
  run: (command: string) => Promise<string>
  stop: () => Promise<void>
}

/** Starts the system in a folder. @throws if its services have not started within a minute */
export async function startDebianSystem(folder: string): Promise<DebianSystem> {
  const args = ['--boot', '--directory', folder, '--register=no', '--keep-unit', '--console=pipe']
  const nspawn = spawn('systemd-nspawn', args, { stdio: 'ignore' })
  const gone = once(nspawn, 'exit')
  // The only child of systemd-nspawn is the system's first process.
  const first = () => readFileSync(`/proc/${nspawn.pid}/task/${nspawn.pid}/children`, 'utf8').trim().split(' ')[0] ?? ''
  async function inside(command: string): Promise<string> {
    const enter = ['--target', first(), '--mount', '--uts', '--ipc', '--pid', '--root']
    const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root', DEBIAN_FRONTEND: 'noninteractive' }
    const { stdout } = await run('nsenter', [...enter, 'sh', '-c', `cd /root && { ${command}; }`], { env, maxBuffer: 1 << 26 })
    return stdout
  }
  async function stop(): Promise<void> {
    if (nspawn.exitCode !== null) return
    // systemd-nspawn passes SIGTERM on as a request to power off.
    nspawn.kill('SIGTERM')
    await Promise.race([gone, sleep(BOOT_LIMIT_MS).then(() => nspawn.kill('SIGKILL'))])
  }
  for (const deadline = Date.now() + BOOT_LIMIT_MS; Date.now() < deadline; await sleep(200)) {
    const state = await inside('systemctl is-system-running || true').catch(() => '')
    if (/^(?:running|degraded)/.test(state)) return { run: inside, stop }
  }
  await stop()
  throw new Error('the Debian system did not start in time')
}
