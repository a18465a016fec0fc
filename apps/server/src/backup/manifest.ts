import { z } from 'zod'

/** The first entry of a backup. */
export const MANIFEST = 'manifest.json'

export const manifest = z.object({
  format: z.literal(1),
  /** The newest migration of the database that it was made from. */
  migration: z.string(),
  made_at: z.iso.datetime(),
  /** In an order in which each one's rows find those that they refer to. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1), rows: z.number().int() })),
  jobs: z.array(z.object({ task: z.string(), customer: z.string(), id: z.uuid(), run_at: z.string() })),
  attachments: z.number().int(),
})

export type Manifest = z.infer<typeof manifest>

/** A part of a table's rows, in the text format of COPY, or a sealed file as it lies on disk. */
export type EntryName = { table: string } | { customer: string; file: string }

export function entryName(entry: EntryName): string {
  return 'table' in entry ? `tables/${entry.table}` : `attachments/${entry.customer}/${entry.file}`
}

/** Undefined for a name that is none of ours: no path out of a backup is ever followed. */
export function readEntryName(name: string): EntryName | undefined {
  const [, table] = /^tables\/([a-z_]+)$/.exec(name) ?? []
  if (table !== undefined) return { table }
  const [, customer, file] = /^attachments\/([A-Za-z0-9_-]{1,64})\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(name) ?? []
  return customer === undefined || file === undefined ? undefined : { customer, file }
}
