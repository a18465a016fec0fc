// The reliability lab (fault-injection tests) preloads this module into a server with `node --import`. The module
// observes the server's process and kills it at one of the points in crash-points.ts. The environment variable CRASH_AT
// contains the name of the point; CRASH_AFTER contains the number of times that the process passes the point before it
// is killed.
import fs from 'node:fs/promises'
import { ServerResponse } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import pg from 'pg'
import { CRASH_POINTS } from './crash-points.ts'

const point = CRASH_POINTS.find(({ name }) => name === process.env.CRASH_AT)
if (!point) throw new Error(`CRASH_AT names no point: ${process.env.CRASH_AT}`)
let passes = Number(process.env.CRASH_AFTER ?? 0)

function pass(): void {
  if (passes-- > 0) return
  process.kill(process.pid, 'SIGKILL')
  // Blocks until the kill signal arrives, so that the process executes no further code.
  for (;;);
}

type Query = (this: object, query: unknown, ...more: unknown[]) => unknown
const client = pg.Client.prototype as unknown as { query: Query }
const query = client.query
/**
 * Database clients in whose transaction the statement of the crash point has run. The server is killed directly after
 * the commit of such a transaction.
 */
const committing = new WeakSet<object>()

client.query = function (given, ...more) {
  const text = typeof given === 'string' ? given : String((given as { text?: unknown })?.text ?? '')
  const named = point.sql?.test(text) === true
  const over = committing.has(this) && /^\s*commit/i.test(text)
  if (named && point.when === 'before') pass()
  if (named && point.when === 'commit' && !point.found) committing.add(this)
  const last = more.at(-1)
  const watch = (named && point.when === 'after') || over
  if (watch && typeof last === 'function') more[more.length - 1] = watched(last as (...args: unknown[]) => void)
  const result = query.call(this, given, ...more)
  if (named && point.when === 'sent') setImmediate(pass)
  if (named && point.found && result instanceof Promise) {
    return result.then((value: { rowCount: number | null }) => {
      if (value.rowCount) committing.add(this)
      return value
    })
  }
  if (!watch || typeof last === 'function' || !(result instanceof Promise)) return result
  return result.then((value: unknown) => {
    pass()
    return value
  })
}

function watched(done: (...args: unknown[]) => void) {
  return (...args: unknown[]) => {
    if (!args[0]) pass()
    done(...args)
  }
}

const rename = fs.rename
fs.rename = async (from, to) => {
  const kept = point.file && String(to).includes('/kept/')
  if (kept && point.file === 'before') pass()
  await rename(from, to)
  if (kept && point.file === 'after') pass()
}
syncBuiltinESMExports()

const end = ServerResponse.prototype.end as (...given: unknown[]) => ServerResponse
ServerResponse.prototype.end = function (this: ServerResponse, ...given: unknown[]) {
  const { answered } = point
  if (answered && this.req.method === answered.method && this.statusCode === answered.status) this.once('finish', () => setImmediate(pass))
  return end.apply(this, given)
} as typeof ServerResponse.prototype.end
