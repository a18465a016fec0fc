import { type ClientBase, escapeLiteral } from 'pg'

export interface TableShape {
  name: string
  /** Those that are stored: what the database computes is not. */
  columns: string[]
  /** SQL condition on the rows; all rows without it. */
  where?: string
}

/** What the running processes tell each other; nothing of a customer's. */
const PASSING = ['worker_heartbeats', 'catalog_revision', 'kysely_migration', 'kysely_migration_lock']

/** What a database holds from its migrations on: the operator who works by the command line. */
export const SEEDED = { table: 'operators', rows: 1 }

/** The product's tables, each behind those that it refers to. References that are checked at the end only do not count. */
export async function tablesInOrder(client: ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape & { refers_to: string[] }>(
    `select c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       coalesce((select array_agg(r.confrelid::regclass::text) from pg_constraint r
         where r.conrelid = c.oid and r.contype = 'f' and not r.condeferrable and r.confrelid <> c.oid), '{}') as refers_to
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1) order by c.relname`,
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

/** Tables of the deployment of which a backup of one customer takes the rows that the customer's form needs; `$form` is the customer's code. */
const DEFINITIONS =
  'code_tag in (select code_tag from customers where customer_code = $form union select definition_code_tag from requests where customer_code = $form)'
const SHARED: Record<string, string> = { definitions: DEFINITIONS, definition_versions: DEFINITIONS }

/** Whether a table is shared by all customers. */
export const isShared = (table: string) => table in SHARED

/** The tables in their order as a backup of one customer reads them: rows of that customer, and the definitions that the rows refer to. */
export async function tablesOfForm(client: ClientBase, code: string): Promise<TableShape[]> {
  const form = escapeLiteral(code)
  return (await tablesInOrder(client)).flatMap((table) => {
    if (table.columns.includes('customer_code')) return { ...table, where: `customer_code = ${form}` }
    const shared = SHARED[table.name]
    return shared === undefined ? [] : { ...table, where: shared.replaceAll('$form', form) }
  })
}
