import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../apps/server/test/free-port.ts'
import { memoryOf } from './process-memory.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** Returns the path of the pinned Node binary in a copy of the product. */
const nodeOf = (root: string) => join(root, 'node_modules', 'node', 'bin', 'node')
const CRASHES = fileURLToPath(new URL('crash-at.ts', import.meta.url))
/** The variables of this process that every process of the product gets. */
const NODE_ENV = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
const START_LIMIT_MS = 60_000
const STOP_LIMIT_MS = 30_000

const running = new Set<ChildProcess>()
// Kills all servers when the process of the reliability lab (fault-injection tests) exits, for any reason.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A host on which a server runs: a network namespace with an address of its own. */
export interface ServerHost {
  address: string
  /** Beginning of a command line that runs a program on this host. */
  enter: readonly string[]
}

const HOST_PORT = 8_080

/**
 * A server of the product in a separate process on its own port. The reliability lab (fault-injection tests) can kill
 * and restart it.
 */
export class ServerProcess {
  readonly url: string
  readonly logFile: string
  readonly #port: number
  readonly #env: Readonly<Record<string, string>>
  readonly #root: string
  readonly #enter: readonly string[]
  #child: ChildProcess | undefined
  #gone: Promise<unknown> = Promise.resolve()

  private constructor(port: number, env: Readonly<Record<string, string>>, logFile: string, root: string, host: ServerHost | undefined) {
    this.#port = port
    this.#env = { ...env, ...(host && { HOST: host.address }) }
    this.#root = root
    this.#enter = host?.enter ?? []
    this.url = `http://${host?.address ?? '127.0.0.1'}:${port}`
    this.logFile = logFile
  }

  /**
   * Creates a server process.
   * @param env environment variables; the port is added to them
   * @param logFile file to which the process's output is appended
   * @param root folder of the copy of the product
   * @param host host on which the process runs; by default the same as the reliability lab's (fault-injection tests)
   */
  static async make(env: Readonly<Record<string, string>>, logFile: string, root = ROOT, host?: ServerHost): Promise<ServerProcess> {
    return new ServerProcess(host ? HOST_PORT : await freePort(), env, logFile, root, host)
  }

  /**
   * Starts the server process.
   * @param more additional environment variables for this start; with `CRASH_AT` the process crashes at that point
   */
  start(more: Readonly<Record<string, string>> = {}): void {
    const log = openSync(this.logFile, 'a')
    const preload = 'CRASH_AT' in more ? ['--import', CRASHES] : []
    const env = { ...NODE_ENV, PORT: String(this.#port), ...this.#env, ...more }
    const [program = '', ...args] = [...this.#enter, nodeOf(this.#root), ...preload, 'apps/server/src/main.ts']
    const child = spawn(program, args, { cwd: this.#root, stdio: ['ignore', log, log], env })
    closeSync(log)
    running.add(child)
    child.once('exit', () => running.delete(child))
    this.#child = child
    this.#gone = once(child, 'exit')
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  get running(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /**
   * True if the server's process was killed with SIGKILL, by the reliability lab (fault-injection tests) or at a crash
   * point. A server never ends itself with that signal.
   */
  get killed(): boolean {
    return this.#child?.signalCode === 'SIGKILL'
  }

  /** Resolves when the server's process has ended for any reason. */
  get gone(): Promise<unknown> {
    return this.#gone
  }

  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL')
    await this.#gone
  }

  /**
   * Stops the server's process gracefully.
   * @throws if the process did not stop in time and had to be killed
   */
  async stop(): Promise<void> {
    if (!this.running) return
    this.#child?.kill('SIGTERM')
    const late = setTimeout(() => this.#child?.kill('SIGKILL'), STOP_LIMIT_MS)
    await this.#gone
    clearTimeout(late)
    if (this.#child?.exitCode !== 0) throw new Error(`a server did not end in good order:\n${this.log()}`)
  }

  /**
   * Waits until the server is ready.
   * @param limitMs maximum waiting time; longer than the default if the server must migrate many rows
   */
  async untilReady(limitMs = START_LIMIT_MS): Promise<void> {
    for (const deadline = Date.now() + limitMs; Date.now() < deadline; await sleep(50)) {
      if (await isReady(this.url)) return
      if (!this.running) throw new Error(`a server ended instead of becoming ready:\n${this.log()}`)
    }
    throw new Error(`a server did not become ready:\n${this.log()}`)
  }

  /** Returns the last part of the server's output. */
  log(): string {
    return readFileSync(this.logFile, 'utf8').slice(-4_000)
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(3_000) })).ok
  } catch {
    return false
  }
}

/** The time and memory that a CLI command used. */
interface Spent {
  seconds: number
  /** Maximum resident memory of the command's process in MB. */
  mostMb: number
}

const LOOK_MS = 100
/** Memory options for a CLI command; the same as in `npm run cli`. */
const COMMAND_MEMORY = ['--heap-growing-percent=50', '--max-semi-space-size=4']

/**
 * Runs a CLI command and waits until it ends.
 * @param root folder of the copy of the product
 * @throws if the command fails
 */
export async function runCommand(args: readonly string[], env: Readonly<Record<string, string>>, root = ROOT): Promise<Spent> {
  const started = performance.now()
  const child = spawn(nodeOf(root), [...COMMAND_MEMORY, 'apps/server/src/cli/main.ts', ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...NODE_ENV, ...env },
  })
  // The output of the CLI command. It is shown only if the command fails.
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk).slice(-4_000)
  })
  let mostMb = 0
  const looking = setInterval(() => {
    mostMb = Math.max(mostMb, memoryOf(child.pid ?? 0))
  }, LOOK_MS)
  const [code] = (await once(child, 'exit')) as [number | null]
  clearInterval(looking)
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}:\n${said}`)
  return { seconds: (performance.now() - started) / 1_000, mostMb }
}
