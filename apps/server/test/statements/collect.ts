// Set up before each test file of the server: writes down the statements that the product's own code sends, for `hot-queries.test.ts`.
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import { Client } from 'pg'
import { afterAll } from 'vitest'
import { FOLDER_VARIABLE, type Parameterised, type Statement } from './statement.ts'

/** Examples of one text: its plan depends on its values, and on who may see what. */
const EXAMPLES = 6

/** By text, then by kinds of values and names of settings. */
const collected = new Map<string, Map<string, Statement>>()
/** Of a connection's open transaction: the settings that row security and the planner read. */
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
    const kind = `${values.map((value) => (value === null ? 'null' : typeof value))} ${settled.map(({ values: [name] }) => name)}`
    const examples = collected.get(text) ?? new Map<string, Statement>()
    collected.set(text, examples)
    // Who asked is looked for last: it costs more than all the rest.
    if (examples.size < EXAMPLES && !examples.has(kind) && isProducts()) examples.set(kind, { text, values, settings: settled })
  }
}

/** Connections of the server's role: row security holds for no others. */
function isServers(client: Client): boolean {
  const { options } = (client as unknown as { connectionParameters: { options?: string } }).connectionParameters
  return options?.includes('role=') ?? false
}

/**
 * Whether code of a concept sent the statement, and not a test that looks into the database. pg-pool sends a statement that waited for a
 * connection when other code releases one (`_pulseQueue`): the stack then shows that other code, so the statement is not collected.
 */
function isProducts(): boolean {
  const frames = callers()
  if (frames.some(({ name }) => name === '_pulseQueue')) return false
  return frames.some(({ file }) => /\/apps\/server\/src\/(?!db\/)/.test(file) && !file.includes('.test.ts'))
}

/** The stack's files and functions, as they run: to look each up in its source would double the time that the tests take. */
function callers(): { file: string; name: string }[] {
  const { stackTraceLimit, prepareStackTrace } = Error
  Error.stackTraceLimit = 60
  Error.prepareStackTrace = (_error, sites) => sites.map((site) => ({ file: site.getFileName() ?? '', name: site.getFunctionName() ?? '' }))
  const frames = new Error().stack as unknown as { file: string; name: string }[]
  Object.assign(Error, { stackTraceLimit, prepareStackTrace })
  return frames
}

afterAll(() => {
  const folder = process.env[FOLDER_VARIABLE]
  if (folder) writeFileSync(join(folder, randomUUID()), serialize([...collected.values()].flatMap((examples) => [...examples.values()])))
})
