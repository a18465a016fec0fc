import type { PreviewOptions } from '@sportello/contract'
import type { Database } from '../../platform/db/database.ts'
import { Catalog } from './catalog.ts'
import type { Customer } from './customer.ts'
import { Previews } from './previews.ts'

/** The code of a draft that nobody opens in a browser. No customer can have it. */
const CODE = '~draft'

/**
 * Reads the draft of a form definition, or its live version if it has no draft, as a preview that belongs to no form.
 * For threads, which have no services; nothing is cached. Undefined if the definition does not exist.
 */
export function draftCustomer(database: Database, codeTag: string, options: PreviewOptions): Promise<Customer | undefined> {
  return previewsOf(database).ofDraft(codeTag, CODE, options)
}

/** Returns the previews of a deployment for commands and threads, which have no services. */
export const previewsOf = (database: Database) => new Previews(database.kysely, new Catalog(database.kysely, database.pool, () => {}))
