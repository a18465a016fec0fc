import { z } from 'zod'

/** The first entry of a backup. */
export const MANIFEST = 'manifest.json'

const shape = z.object({
  /** The newest migration of the database that it was made from. */
  migration: z.string(),
  made_at: z.iso.datetime(),
  /** In an order in which each one's rows find those that they refer to. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1), rows: z.number().int() })),
  attachments: z.number().int(),
})

const job = z.object({ task: z.string(), customer: z.string(), id: z.uuid(), run_at: z.string() })

/** Format 1 lists the waiting jobs in the manifest; format 2 counts them and holds them as rows, since there may be any number. */
export const manifest = z.discriminatedUnion('format', [
  shape.extend({ format: z.literal(1), jobs: z.array(job) }),
  shape.extend({
    format: z.literal(2),
    jobs: z.number().int(),
    /** The code of the only customer that it holds; all customers without it. */
    form: z.string().optional(),
  }),
])

export type Manifest = z.infer<typeof manifest>

/** A part of a table's rows or of the waiting jobs, in the text format of COPY, or a sealed file as it lies on disk. */
export type EntryName = { table: string } | { jobs: true } | { customer: string; file: string }

const JOBS = 'jobs'

export function entryName(entry: EntryName): string {
  if ('jobs' in entry) return JOBS
  return 'table' in entry ? `tables/${entry.table}` : `attachments/${entry.customer}/${entry.file}`
}

/** Undefined for a name that is none of ours: no path out of a backup is ever followed. */
export function readEntryName(name: string): EntryName | undefined {
  if (name === JOBS) return { jobs: true }
  const [, table] = /^tables\/([a-z_]+)$/.exec(name) ?? []
  if (table !== undefined) return { table }
  const [, customer, file] = /^attachments\/([A-Za-z0-9_-]{1,64})\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(name) ?? []
  return customer === undefined || file === undefined ? undefined : { customer, file }
}

/** How many jobs wait in a backup. */
export const jobsIn = ({ jobs }: Manifest) => (typeof jobs === 'number' ? jobs : jobs.length)

/** The only customer of a backup; undefined where it holds all. */
export const formOf = (manifest: Manifest) => (manifest.format === 2 ? manifest.form : undefined)
