import type { Duplex } from 'node:stream'
import { Client, type ClientConfig, DatabaseError } from 'pg'
import { NoPrimary, type Servers } from './servers.ts'

/** Connection options that may name several servers. */
export interface ServersConfig {
  /** The servers of the database if there are several; a connection then goes to the primary. */
  servers?: Servers | undefined
}

/** Properties of the pg library's `Client` that its types do not declare. */
interface ClientInternals {
  connection: { stream: Duplex; on: (event: 'parameterStatus', listener: (message: { parameterName: string; parameterValue: string }) => void) => void }
}

type Callback = (error?: Error) => void

/** SQLSTATEs that say nothing about the role of a server: wrong login, unknown database, no free connection. */
const OF_ANY_ROLE = /^(?:28|3D|53)/

/** A database connection that goes to the primary if the database has several servers. */
export class FollowingClient extends Client {
  readonly #servers: Servers | undefined

  constructor(config: ClientConfig & ServersConfig = {}) {
    super(config)
    this.#servers = config.servers
    // The primary may have stopped, or have become a standby.
    if (this.#servers) this.on('error', () => this.#servers?.doubt(this))
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg declares two ways to call it
  override connect(callback?: any): any {
    if (!this.#servers) return callback ? super.connect(callback as Callback) : super.connect()
    const connected = this.#connectToPrimary(this.#servers)
    if (!callback) return connected
    connected.then(() => callback(), callback as Callback)
  }

  async #connectToPrimary(servers: Servers): Promise<void> {
    const { connection } = this as unknown as ClientInternals
    Object.assign(this, await servers.primary())
    // The pool gives up a connection by this. Connecting would use the stream again.
    if (connection.stream.destroyed) throw new NoPrimary('the primary of the database was found too late')
    let standby = false
    // PostgreSQL reports this at the start of a connection.
    connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') standby = parameterValue === 'on'
    })
    try {
      await super.connect()
    } catch (error) {
      if (!(error instanceof DatabaseError && OF_ANY_ROLE.test(error.code ?? ''))) servers.doubt(this)
      throw error
    }
    if (!standby) return
    servers.doubt(this)
    // Without waiting for the server's goodbye: it may hang.
    void this.end().catch(() => {})
    connection.stream.destroy()
    throw new NoPrimary(`${this.host}:${this.port} is not the primary of the database any more`)
  }
}
