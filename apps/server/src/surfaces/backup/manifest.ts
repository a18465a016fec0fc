import { z } from 'zod'

/** Name of the first file in a backup's archive. */
export const MANIFEST = 'manifest.json'

const shape = z.object({
  /** The name of the newest migration that was applied to the backed-up database. */
  migration: z.string(),
  made_at: z.iso.datetime(),
  /** The tables in a backup. Each table comes after the tables that it references. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1), rows: z.number().int() })),
  attachments: z.number().int(),
})

const job = z.object({ task: z.string(), customer: z.string(), id: z.uuid(), run_at: z.string() })

/**
 * The manifest of a backup. In format 1 it contains the queued jobs. There may be very many of them, so in format 2 it
 * contains only their number, and the backup stores them as rows.
 */
export const manifest = z.discriminatedUnion('format', [
  shape.extend({ format: z.literal(1), jobs: z.array(job) }),
  shape.extend({
    format: z.literal(2),
    jobs: z.number().int(),
    /** Code of the single customer in the backup; undefined if the backup contains all customers. */
    form: z.string().optional(),
  }),
])

export type Manifest = z.infer<typeof manifest>

/**
 * What an entry of a backup contains, as its name states: rows of a table or queued jobs, in COPY's text format, or an
 * attachment, encrypted as on disk.
 */
export type EntryName = { table: string } | { jobs: true } | { customer: string; file: string }

const JOBS = 'jobs'

export function entryName(entry: EntryName): string {
  if ('jobs' in entry) return JOBS
  return 'table' in entry ? `tables/${entry.table}` : `attachments/${entry.customer}/${entry.file}`
}

/**
 * Parses the name of an entry in a backup; returns undefined for an unknown name. The server never uses a path from a
 * backup as a file name.
 */
export function readEntryName(name: string): EntryName | undefined {
  if (name === JOBS) return { jobs: true }
  const [, table] = /^tables\/([a-z_]+)$/.exec(name) ?? []
  if (table !== undefined) return { table }
  const [, customer, file] = /^attachments\/([A-Za-z0-9_-]{1,64})\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(name) ?? []
  return customer === undefined || file === undefined ? undefined : { customer, file }
}

/** Returns the number of queued jobs in a backup. */
export const jobsIn = ({ jobs }: Manifest) => (typeof jobs === 'number' ? jobs : jobs.length)

/**
 * Returns the code of the customer in a backup of a single customer; undefined if the backup contains all customers.
 */
export const formOf = (manifest: Manifest) => (manifest.format === 2 ? manifest.form : undefined)
