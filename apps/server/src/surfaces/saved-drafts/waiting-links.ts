import { sql } from 'kysely'
import type { Config } from '../../platform/config.ts'
import { acrossCustomers } from '../../platform/db/with-customer.ts'
import { decryptEach, type Encryption, ifReadable } from '../../platform/keys/rules.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { mailPlace } from '../../requests/saved-drafts/rules.ts'
import { resumeLink } from './mail-link.ts'

interface Waiting {
  customer_code: string
  draft_id: string
  recipient: string
  link: string
  lang_code: string
  created_at: Date
}

/**
 * Returns the links to saved drafts whose mails wait, newest first, for a deployment without a mail server: there is no other way to
 * open such a draft. A mail that was sent is in no place but the mailbox.
 */
export async function waitingLinks(
  { database, encryption, config }: Pick<PlatformServices, 'database'> & { encryption: Encryption; config: Pick<Config, 'publicUrl'> },
  limit: number,
): Promise<{ form: string; at: Date; recipient: string; link: string }[]> {
  return acrossCustomers(database.kysely, async (db) => {
    const { rows } = await sql<Waiting>`
      select m.customer_code, m.draft_id, m.recipient, m.link, d.lang_code, d.created_at
      from saved_draft_mails m join saved_drafts d on d.customer_code = m.customer_code and d.id = m.draft_id
      where d.ended is null order by d.created_at desc limit ${limit}`.execute(db)
    const opened = await decryptEach(rows, async (row) => {
      const open = (column: 'recipient' | 'link') => ifReadable(encryption.open(db, mailPlace(column)(row.customer_code, row.draft_id), row[column]))
      const [recipient, key] = [await open('recipient'), await open('link')]
      if (recipient === undefined || key === undefined) return []
      return [{ form: row.customer_code, at: row.created_at, recipient, link: resumeLink(config, row.customer_code, row.lang_code, key) }]
    })
    return opened.flat()
  })
}
