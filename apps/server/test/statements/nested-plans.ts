import { Client, type ClientConfig, DatabaseError } from 'pg'
import { SERVER_ROLE } from '../../src/platform/db/server-role.ts'
import type { Statement } from './statement.ts'

/** The part of PostgreSQL's JSON of a query plan that `hot-queries.test.ts` reads. */
export interface Plan {
  'Node Type': string
  'Relation Name'?: string
  /** Number of rows that the planner expects the node to return. */
  'Plan Rows'?: number
  Filter?: string
  'Actual Rows'?: number
  Plans?: Plan[]
}

/** Makes PostgreSQL send the plan of each executed statement as a notice, also of statements inside functions. */
const SETTINGS = [
  'session_preload_libraries=auto_explain',
  ...['log_min_duration=0', 'log_nested_statements=on', 'log_level=notice', 'log_format=json'].map((setting) => `auto_explain.${setting}`),
  `role=${SERVER_ROLE}`,
]

/**
 * Stores recorded submissions again, for the given customer, and rolls each back. Returns the plans of the statements
 * inside the function, up to the check that fails.
 */
export async function plansOfStore(connection: ClientConfig, customerCode: string, statements: readonly Statement[]): Promise<{ text: string; plan: Plan }[]> {
  const client = new Client({ ...connection, options: SETTINGS.map((setting) => `-c ${setting}`).join(' ') })
  const plans: { text: string; plan: Plan }[] = []
  await client.connect()
  try {
    await client.query("select set_config('sportello.customer', $1, false)", [customerCode])
    const { rows } = await client.query('select definition_code_tag, definition_version from requests where customer_code = $1 limit 1', [customerCode])
    client.on('notice', ({ message = '' }) => {
      const json = /plan:\s*(\{.*)$/s.exec(message)?.[1]
      if (json === undefined) return
      const { 'Query Text': text, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: Plan }
      plans.push({ text, plan })
    })
    for (const statement of statements) {
      await client.query('begin')
      await client.query(statement.text, valuesFor(statement, { ...rows[0], customer_code: customerCode, encryption_key_id: null })).catch((error: unknown) => {
        if (!(error instanceof DatabaseError) || error.code !== 'SP001') throw error
      })
      await client.query('rollback')
    }
  } finally {
    await client.end()
  }
  return plans
}

/** Returns a recorded submission's values, with the given ones instead of its own, and without encryption keys of its files. */
function valuesFor({ text, values }: Statement, given: Record<string, unknown>): unknown[] {
  return [...text.matchAll(/_(\w+) => \$(\d+)/g)].map(([, name = '', position]) => {
    const value = values[Number(position) - 1]
    if (name in given) return given[name]
    return name === 'attachments' ? JSON.stringify((JSON.parse(String(value)) as object[]).map((file) => ({ ...file, key_id: null }))) : value
  })
}
