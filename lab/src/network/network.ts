import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerHost } from '../server-process.ts'

/** First three bytes of the IPv4 addresses of a network. */
const NETWORK = '10.77.0'
/** Last byte of the address of the process that opens the network. */
const OWN = 1
const HOST_LIMIT_MS = 5_000

const PROGRAMS = ['/usr/bin/unshare', '/usr/bin/nsenter', '/usr/sbin/ip', '/usr/sbin/haproxy', '/usr/sbin/nginx']

/** Returns why this machine cannot run a network with load balancers; undefined if it can. */
export function whyNoNetwork(): string | undefined {
  if (process.getuid?.() !== 0) return 'network namespaces can be made only by root'
  const missing = PROGRAMS.filter((program) => !existsSync(program))
  if (missing.length > 0) return `${missing.join(', ')} not installed (Debian packages haproxy, nginx-light, iproute2, util-linux)`
  try {
    execFileSync('unshare', ['--net', 'ip', 'link', 'add', 'lab', 'type', 'bridge'], { stdio: 'pipe' })
    return undefined
  } catch (error) {
    return `network namespaces cannot be made: ${String((error as { stderr?: Buffer }).stderr ?? error).trim()}`
  }
}

/** A network of hosts, each in a network namespace of its own, that one bridge connects with this process. */
export interface Network {
  addHost: () => Promise<ServerHost>
  close: () => void
}

/**
 * Opens a network. This process must have a network namespace of its own, which then contains the bridge. The namespaces,
 * with the bridge and all links, disappear with the last process in them: `close` and the end of this process end the
 * process that keeps a host's namespace, also if this process is killed.
 */
export function openNetwork(): Network {
  const keepers: ChildProcess[] = []
  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', 'lab', 'type', 'bridge')
  ip('addr', 'add', `${NETWORK}.${OWN}/24`, 'dev', 'lab')
  ip('link', 'set', 'lab', 'up')
  return {
    async addHost() {
      const number = OWN + keepers.length + 1
      // `cat` keeps the namespace until its standard input, a pipe to this process, is closed.
      const keeper = spawn('unshare', ['--net', 'cat'], { stdio: ['pipe', 'ignore', 'inherit'] })
      keepers.push(keeper)
      const pid = String(keeper.pid)
      await untilOwnNamespace(pid)
      const enter = ['nsenter', '--net', '--target', pid]
      const address = `${NETWORK}.${number}`
      ip('link', 'add', `host${number}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', pid)
      ip('link', 'set', `host${number}`, 'master', 'lab', 'up')
      for (const command of [`addr add ${address}/24 dev eth0`, 'link set lo up', 'link set eth0 up'])
        run('nsenter', ...enter.slice(1), 'ip', ...command.split(' '))
      return { address, enter }
    },
    close() {
      for (const keeper of keepers) keeper.stdin?.end()
    },
  }
}

async function untilOwnNamespace(pid: string): Promise<void> {
  const own = readlinkSync('/proc/self/ns/net')
  for (const deadline = Date.now() + HOST_LIMIT_MS; Date.now() < deadline; await sleep(5)) {
    if (readlinkSync(`/proc/${pid}/ns/net`) !== own) return
  }
  throw new Error('a network namespace was not made in time')
}

const ip = (...args: string[]) => run('ip', ...args)

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
}
