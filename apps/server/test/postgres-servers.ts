import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { prepareHome } from '../src/platform/db/embedded/home.ts'
import { type EmbeddedDatabase, launchEmbedded } from '../src/platform/db/embedded/launcher.ts'

/** The programs of another PostgreSQL than the packaged one. */
const POSTGRESQL = process.env.POSTGRESQL || undefined

/** Several PostgreSQL servers of a test, each with a name, of which one may follow another as its standby. */
export class PostgresServers {
  readonly #folder = mkdtempSync(join(tmpdir(), 'sportello-servers-'))
  readonly #running = new Map<string, EmbeddedDatabase>()

  /** Starts a primary `one`, and `two` as its standby. */
  static async withStandby(): Promise<PostgresServers> {
    const servers = new PostgresServers()
    await chmod(servers.#folder, 0o711)
    await servers.start('one')
    await servers.stop('one')
    // A standby begins as a copy of the primary.
    execFileSync('cp', ['-a', servers.#folderOf('one'), servers.#folderOf('two')])
    await servers.start('one')
    servers.follow('two', 'one')
    await servers.start('two')
    return servers
  }

  #folderOf(name: string): string {
    return join(this.#folder, name)
  }

  homeOf(name: string) {
    return prepareHome(this.#folderOf(name), POSTGRESQL)
  }

  async start(name: string): Promise<void> {
    this.#running.set(name, await launchEmbedded(this.#folderOf(name), () => {}, POSTGRESQL))
  }

  async stop(name: string): Promise<void> {
    await this.#running.get(name)?.stop()
    this.#running.delete(name)
  }

  /** Stops all servers and removes their files. */
  async close(): Promise<void> {
    for (const name of this.#running.keys()) await this.stop(name)
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** Makes a stopped server a standby of another one. */
  follow(name: string, primary: string): void {
    const { host, user, password } = this.#running.get(primary)?.admin ?? { host: '', user: '', password: '' }
    this.#write(name, { 'standby.signal': '', 'postgresql.auto.conf': `primary_conninfo = 'host=${host} user=${user} password=${password}'\n` })
  }

  /** Makes a standby get nothing more from its primary. */
  async cutOff(name: string): Promise<void> {
    this.#write(name, { 'postgresql.auto.conf': '' })
    await this.ask(name, 'select pg_reload_conf()')
  }

  /** Replaces the data of a stopped server by a copy of those of another stopped one. */
  copy(from: string, to: string): void {
    const { cluster } = this.homeOf(to)
    execFileSync('cp', ['-a', this.homeOf(from).cluster, `${cluster}.new`])
    rmSync(cluster, { recursive: true })
    renameSync(`${cluster}.new`, cluster)
  }

  #write(name: string, files: Readonly<Record<string, string>>): void {
    const { cluster, user } = this.homeOf(name)
    for (const [file, text] of Object.entries(files)) {
      writeFileSync(join(cluster, file), text, { mode: 0o600 })
      if (user) chownSync(join(cluster, file), user.uid, user.gid)
    }
  }

  /** Asks one server, as superuser. */
  async ask<Row extends object>(name: string, sql: string): Promise<Row[]> {
    const { admin, connection } = this.#running.get(name) ?? {}
    const client = new Client({ ...admin, database: connection?.database })
    await client.connect()
    try {
      return (await client.query<Row>(sql)).rows
    } finally {
      await client.end()
    }
  }

  async isStandby(name: string): Promise<boolean> {
    const [row] = await this.ask<{ standby: boolean }>(name, 'select pg_is_in_recovery() as standby')
    return row?.standby ?? true
  }

  async promote(name: string): Promise<void> {
    await this.ask(name, 'select pg_promote()')
  }

  /** Returns the URL of some of the servers. @param login by default the product's own */
  urlOf(names: readonly string[], login?: { user: string; password: string }): string {
    const [connection] = [...this.#running.values()].map((each) => each.connection)
    const { user, password } = login ?? connection ?? { user: '', password: '' }
    const hosts = names.map((each) => encodeURIComponent(this.homeOf(each).socketDir)).join(',')
    return `postgres://${user}:${encodeURIComponent(password)}@${hosts}/${connection?.database}`
  }

  /** Returns the login of a server's superuser. */
  superuserOf(name: string): { user: string; password: string } {
    const { user, password } = this.#running.get(name)?.admin ?? { user: '', password: '' }
    return { user, password }
  }
}
