import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ServerHost } from '../server-process.ts'

const PORT = 8_080
const START_LIMIT_MS = 10_000

/** A load balancer in front of the servers. */
export interface Balancer {
  name: string
  url: string
  stop: () => Promise<void>
}

/** The example configurations of the operators' guide. They name one server, on the line that ends with `# each server`. */
const exampleOf = (name: string) => readFileSync(fileURLToPath(new URL(`../../../docs/operators/${name}`, import.meta.url)), 'utf8')

/** Writes the line of an example that is marked with `# each server` once for each server. */
function withServers(example: string, servers: readonly ServerHost[]): string {
  return example
    .split('\n')
    .flatMap((line) => {
      if (!line.endsWith('# each server')) return [line]
      return servers.map(({ address }, at) =>
        line
          .replace('# each server', '')
          .replace('forms1', `forms${at + 1}`)
          .replace('10.0.0.11', address),
      )
    })
    .join('\n')
}

/** Starts HAProxy with the example configuration of the operators' guide, on a host of its own. */
export function startHaproxy(host: ServerHost, servers: readonly ServerHost[], dataDir: string): Promise<Balancer> {
  const file = join(dataDir, 'haproxy.cfg')
  writeFileSync(file, withServers(exampleOf('haproxy.cfg'), servers))
  return startBalancer('HAProxy', host, ['haproxy', '-db', '-f', file], join(dataDir, 'haproxy.log'))
}

/** Starts nginx with the example configuration of the operators' guide, on a host of its own. */
export function startNginx(host: ServerHost, servers: readonly ServerHost[], dataDir: string): Promise<Balancer> {
  const folder = join(dataDir, 'nginx')
  mkdirSync(folder)
  const settings = [
    'daemon off;',
    `pid ${folder}/pid;`,
    'events { worker_connections 1024; }',
    'http {',
    'access_log off;',
    ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`),
    withServers(exampleOf('nginx.conf'), servers),
    '}',
  ]
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, settings.join('\n'))
  return startBalancer('nginx', host, ['nginx', '-e', join(dataDir, 'nginx.log'), '-c', file], join(dataDir, 'nginx.log'))
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill()
})

async function startBalancer(name: string, host: ServerHost, command: readonly string[], logFile: string): Promise<Balancer> {
  const log = openSync(logFile, 'a')
  const [program = '', ...args] = [...host.enter, ...command]
  const child = spawn(program, args, { stdio: ['ignore', log, log] })
  const exited = once(child, 'exit')
  running.add(child)
  child.once('exit', () => running.delete(child))
  const url = `http://${host.address}:${PORT}`
  async function stop(): Promise<void> {
    child.kill()
    await exited
  }
  for (const deadline = Date.now() + START_LIMIT_MS; Date.now() < deadline; await sleep(100)) {
    if (child.exitCode !== null) break
    if ((await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined))?.ok) return { name, url, stop }
  }
  await stop()
  throw new Error(`${name} did not start:\n${readFileSync(logFile, 'utf8').slice(-4_000)}`)
}
