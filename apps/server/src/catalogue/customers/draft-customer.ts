import type { PreviewOptions } from '@sportello/contract'
import type { Database } from '../../platform/db/database.ts'
import { Catalog } from './catalog.ts'
import type { Customer } from './customer.ts'
import { Previews } from './previews.ts'

/**
 * The code of a preview that no browser shows, for example of a draft that a test runs. No customer can have this code.
 */
const CODE = '~draft'

/**
 * Reads the draft of a form definition, or the live version if there is no draft. Returns it as a customer, so that a
 * worker thread can use it like a form although the thread has no services. It has no form setting and is not cached.
 * Returns undefined if the definition does not exist.
 */
export function draftCustomer(database: Database, codeTag: string, options: PreviewOptions): Promise<Customer | undefined> {
  return previewsOf(database).ofDraft(codeTag, CODE, options)
}

/** Returns the previews of a deployment for commands and threads, which have no services. */
export const previewsOf = (database: Database) => new Previews(database.kysely, new Catalog(database.kysely, database.listening, () => {}))
