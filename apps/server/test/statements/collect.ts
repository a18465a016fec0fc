// Records the SQL statements that the server's code sends during its tests, for `hot-queries.test.ts`. Vitest loads
// this file before each test file.
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import { Client } from 'pg'
import { afterAll } from 'vitest'
import { FOLDER_VARIABLE, isStore, isUnset, type Parameterised, type Statement } from './statement.ts'

/**
 * Maximum number of examples that are recorded per SQL statement. Several are needed, because the query plan depends on
 * the parameters and on row security.
 */
const EXAMPLES = 6
/** The same for the statement that stores a submission, of which most parameters switch a check on or off. */
const EXAMPLES_OF_STORE = 60

/**
 * The recorded SQL statements. The outer key is the text of the statement; the inner key combines the kinds of its
 * parameters and the names of the settings.
 */
const collected = new Map<string, Map<string, Statement>>()
/** PostgreSQL settings, in the open transaction of a connection, that affect row security and the planner. */
const settings = new WeakMap<Client, Parameterised[]>()

type Query = (this: Client, ...args: unknown[]) => unknown
const send = Client.prototype.query as Query
const sendAndNote: Query = function query(...args) {
  const statement = readStatement(args)
  if (statement) note(this, statement)
  return send.apply(this, args)
}
Client.prototype.query = sendAndNote as typeof Client.prototype.query

function readStatement(args: readonly unknown[]): Parameterised | undefined {
  const [first, second] = args
  if (typeof first === 'string') return { text: first, values: Array.isArray(second) ? second : [] }
  const { text, values } = (first ?? {}) as { text?: unknown; values?: unknown }
  return typeof text === 'string' ? { text, values: Array.isArray(values) ? values : [] } : undefined
}

function note(client: Client, { text, values }: Parameterised): void {
  if (/^\s*(begin|start transaction|commit|rollback)\b/i.test(text)) settings.set(client, [])
  else if (/^\s*select set_config\(/i.test(text)) settings.set(client, [...(settings.get(client) ?? []), { text, values }])
  else if (/^\s*(select|with|insert|update|delete)\b/i.test(text) && isServers(client)) {
    const settled = settings.get(client) ?? []
    const kind = `${values.map(kindOf)} ${settled.map(({ values: [name] }) => name)}`
    const examples = collected.get(text) ?? new Map<string, Statement>()
    collected.set(text, examples)
    // Checks who sent the SQL statement last, because reading the call stack is the most expensive check.
    if (examples.size < (isStore({ text }) ? EXAMPLES_OF_STORE : EXAMPLES) && !examples.has(kind) && isProducts())
      examples.set(kind, { text, values, settings: settled })
  }
}

const kindOf = (value: unknown) => (isUnset(value) ? 'none' : typeof value)

/** Returns true if a database connection has the server's role. Row security applies to no other role. */
function isServers(client: Client): boolean {
  const { options } = (client as unknown as { connectionParameters: { options?: string } }).connectionParameters
  return options?.includes('role=') ?? false
}

/**
 * Returns true if the product's code outside `db` sent the SQL statement, and false if a test sent it to inspect the
 * database. The call stack shows who sent it. If a statement had to wait for a connection, pg-pool sends it when other
 * code releases one (`_pulseQueue`). The stack then shows that other code, and the statement is not recorded.
 */
function isProducts(): boolean {
  const frames = callers()
  if (frames.some(({ name }) => name === '_pulseQueue')) return false
  return frames.some(({ file }) => /\/apps\/server\/src\/(?!platform\/db\/)/.test(file) && !file.includes('.test.ts'))
}

/**
 * Returns the files and functions on the call stack. Does not use source maps, which would double the run time of the
 * tests.
 */
function callers(): { file: string; name: string }[] {
  const { stackTraceLimit, prepareStackTrace } = Error
  Error.stackTraceLimit = 60
  Error.prepareStackTrace = (_error, sites) => sites.map((site) => ({ file: site.getFileName() ?? '', name: site.getFunctionName() ?? '' }))
  const frames = new Error().stack as unknown as { file: string; name: string }[]
  Object.assign(Error, { stackTraceLimit, prepareStackTrace })
  return frames
}

afterAll(() => {
  // The next test file of the same worker loads this file again.
  Client.prototype.query = send as typeof Client.prototype.query
  const folder = process.env[FOLDER_VARIABLE]
  if (folder) writeFileSync(join(folder, randomUUID()), serialize([...collected.values()].flatMap((examples) => [...examples.values()])))
})
