import type { PreviewOptions } from '@sportello/contract'
import type { Database } from '../../platform/db/database.ts'
import { Catalog } from './catalog.ts'
import type { Customer } from './customer.ts'
import { Previews } from './previews.ts'

/**
 * The preview code of a draft that is not shown in a browser, for example when a test runs it. No customer can have
 * this code.
 */
const CODE = '~draft'

/**
 * Reads the draft of a form definition, or its live version if it has no draft, as a preview that belongs to no form.
 * Worker threads, which have no services, use it; it caches nothing. Returns undefined if the definition does not
 * exist.
 */
export function draftCustomer(database: Database, codeTag: string, options: PreviewOptions): Promise<Customer | undefined> {
  return previewsOf(database).ofDraft(codeTag, CODE, options)
}

/** Returns the previews of a deployment for commands and threads, which have no services. */
export const previewsOf = (database: Database) => new Previews(database.kysely, new Catalog(database.kysely, database.pool, () => {}))
