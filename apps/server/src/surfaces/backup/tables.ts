import { type ClientBase, escapeLiteral } from 'pg'

export interface TableShape {
  name: string
  /** The columns of a table that a backup contains: all columns except generated columns. */
  columns: string[]
  /** SQL condition that selects the rows for the backup; undefined if the backup contains all rows. */
  where?: string
}

/**
 * Tables that a backup leaves out: the state of running processes, which contains no customers' data; compiled definitions,
 * which can be made again; previews, which
 * end after half a day; and links for reviewers, because a restored backup could otherwise make a revoked link valid
 * again.
 */
const PASSING = [
  'worker_heartbeats',
  'outbox',
  'outbox_relay',
  'replica_mark',
  'previews',
  'review_links',
  'catalog_revision',
  'compiled_definitions',
  'kysely_migration',
  'kysely_migration_lock',
]

/** The row that the migrations insert into every database: the operator that represents the command line. */
export const SEEDED = { table: 'operators', rows: 1 }

/**
 * Returns the tables of the product, without their partitions. If a table or a partition of it references another one, the
 * other table comes first. Deferred foreign keys do not count.
 */
export async function tablesInOrder(client: ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape & { refers_to: string[] }>(
    `select c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       coalesce((select array_agg(coalesce(other.inhparent, r.confrelid)::regclass::text)
         from pg_constraint r left join pg_inherits own on own.inhrelid = r.conrelid left join pg_inherits other on other.inhrelid = r.confrelid
         where coalesce(own.inhparent, r.conrelid) = c.oid and r.contype = 'f' and not r.condeferrable and r.confrelid <> r.conrelid), '{}') as refers_to
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all ($1) order by c.relname`,
    [PASSING],
  )
  const ordered: TableShape[] = []
  const waiting = new Set(rows)
  while (waiting.size > 0) {
    const ready = [...waiting].filter(({ refers_to }) => refers_to.every((table) => ![...waiting].some(({ name }) => name === table)))
    if (ready.length === 0) throw new Error(`the tables ${[...waiting].map(({ name }) => name).join(', ')} refer to each other`)
    for (const table of ready) {
      waiting.delete(table)
      ordered.push({ name: table.name, columns: table.columns })
    }
  }
  return ordered
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/**
 * SQL conditions for the backup of a single customer. They select the rows that the customer's form needs from the
 * tables
 * that all customers share. `$form` is the customer's code.
 */
const DEFINITIONS =
  'code_tag in (select code_tag from customers where customer_code = $form union select definition_code_tag from requests where customer_code = $form)'
const SHARED: Record<string, string> = { definitions: DEFINITIONS, definition_versions: DEFINITIONS }

/** Returns true if all customers share the given database table. */
export const isShared = (table: string) => table in SHARED

/**
 * Returns the tables for the backup of a single customer, in order. Each table has an SQL condition that selects its
 * rows:
 * the customer's own rows, and the form definitions to which these rows refer.
 */
export async function tablesOfForm(client: ClientBase, code: string): Promise<TableShape[]> {
  const form = escapeLiteral(code)
  return (await tablesInOrder(client)).flatMap((table) => {
    if (table.columns.includes('customer_code')) return { ...table, where: `customer_code = ${form}` }
    const shared = SHARED[table.name]
    return shared === undefined ? [] : { ...table, where: shared.replaceAll('$form', form) }
  })
}
