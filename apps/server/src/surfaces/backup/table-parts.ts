import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { escapeLiteral, type PoolClient } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { WAITING_JOBS } from '../../platform/db/waiting-jobs.ts'
import { quoted, type TableShape } from './tables.ts'

/**
 * A backup stores the rows of a table in entries of this many bytes. About twice as much is in memory at the same time.
 */
const PART_BYTES = 512 * 1024
/**
 * Maximum length in bytes of a row that is stored in one entry of a backup. A longer row is split across two entries,
 * which the restore joins again.
 */
const LONGEST_ROW_BYTES = 8 * PART_BYTES
/**
 * The byte that ends each row in COPY's text format. It occurs nowhere else in the text, because COPY escapes line
 * breaks in values.
 */
const ROW_END = 0x0a

export const selectOf = ({ name, columns, where = 'true' }: TableShape) => `select ${columns.map(quoted).join(', ')} from ${quoted(name)} where ${where}`

/** Yields the rows of a query in the text format of PostgreSQL's COPY, in parts that end at the end of a row. */
export async function* readParts(client: PoolClient, select: string): AsyncGenerator<{ content: Buffer; rows: number }> {
  let held: Buffer[] = []
  let size = 0
  let rows = 0
  const take = (chunk: Buffer) => {
    held.push(chunk)
    size += chunk.length
    rows += countRows(chunk)
  }
  const part = () => {
    const taken = { content: Buffer.concat(held), rows }
    held = []
    size = 0
    rows = 0
    return taken
  }
  for await (const chunk of client.query(copyTo(`copy (${select}) to stdout`)) as AsyncIterable<Buffer>) {
    const end = chunk.lastIndexOf(ROW_END) + 1
    if (size + end >= PART_BYTES && end > 0) {
      take(chunk.subarray(0, end))
      yield part()
      if (end < chunk.length) take(chunk.subarray(end))
    } else {
      take(chunk)
      if (size >= LONGEST_ROW_BYTES) yield part()
    }
  }
  if (size > 0) yield part()
}

/** Counts the rows that end in a part of a table in COPY's text format. */
export function countRows(content: Buffer): number {
  let rows = 0
  for (let at = content.indexOf(ROW_END); at >= 0; at = content.indexOf(ROW_END, at + 1)) rows++
  return rows
}

/**
 * Inserts the rows of a backed-up table with a single COPY over all parts. In backups of the first releases, a row may
 * begin in one part and end in the next, so the parts cannot be copied one by one.
 * @returns the number of rows
 */
async function copyInto(client: PoolClient, table: string, content: AsyncIterable<Buffer>): Promise<number> {
  const copying = client.query(copyFrom(`copy ${table} from stdin`))
  await pipeline(Readable.from(content, { objectMode: false }), copying)
  return copying.rowCount
}

/**
 * Inserts the rows of a backed-up table through a temporary table, because COPY cannot write to a table with row
 * security.
 * @param kept checks the rows whose key already exists in the table, and throws if the existing rows prevent the
 * restore
 * @returns the number of rows
 */
export async function loadTable(
  client: PoolClient,
  { name, columns }: TableShape,
  content: AsyncIterable<Buffer>,
  kept?: () => Promise<void>,
): Promise<number> {
  const list = columns.map(quoted).join(', ')
  await client.query(`create temporary table ${RESTORED} on commit drop as select ${list} from ${quoted(name)} with no data`)
  const rows = await copyInto(client, `${RESTORED} (${list})`, content)
  await kept?.()
  const { rowCount } = await client.query(`insert into ${quoted(name)} (${list}) select ${list} from ${RESTORED}${kept ? ' on conflict do nothing' : ''}`)
  await client.query(`drop table ${RESTORED}`)
  return kept ? rows : (rowCount ?? 0)
}

/** Name of the temporary table into which a restore copies the rows of a table. */
export const RESTORED = 'restored_rows'

/**
 * Returns SQL that selects the queued jobs of one or all customers. The result does not contain which worker has locked
 * a job.
 */
export const selectJobs = (form: string | undefined) =>
  `select task, customer, id, run_at from ${WAITING_JOBS} jobs ${form === undefined ? '' : `where customer = ${escapeLiteral(form)}`} order by in_outbox, position`

/** Queues the jobs of a backup. The id of a job in the backup becomes its job key. @returns the number of jobs */
export async function loadJobs(client: PoolClient, content: AsyncIterable<Buffer>): Promise<number> {
  await client.query('create temporary table restored_jobs (position bigserial, task text, customer text, id uuid, run_at timestamptz) on commit drop')
  await copyInto(client, 'restored_jobs (task, customer, id, run_at)', content)
  const { rows } = await client.query<{ count: number }>(
    'select count(enqueue(task, customer, id, run_at)) from (select * from restored_jobs order by position) as jobs',
  )
  return rows[0]?.count ?? 0
}
