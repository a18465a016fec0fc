import { sql } from 'kysely'
import { encryptPlainRows } from '../../platform/keys/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { encryptedMail } from './encrypted-mails.ts'

/** Encrypts the rendered mails that the database still stores in plain text. @returns the number of encrypted mails. */
export function encryptPlainMails(services: RequestServices): Promise<number> {
  return encryptPlainRows(
    services,
    (db, limit) =>
      db
        .selectFrom('mails')
        .select(['customer_code', 'id', 'request_id', 'sender', 'subject', 'text_body', 'html_body'])
        .where(sql<boolean>`text_body is not null and not starts_with(text_body, 'sealed1.')`)
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .execute(),
    (db, { customer_code, sender, subject, text_body, html_body, ...mail }, key) => {
      const texts = encryptedMail(key, customer_code, mail, { sender: sender ?? '', subject: subject ?? '', text: text_body ?? '', html: html_body ?? '' })
      return db
        .updateTable('mails')
        .set({ subject: texts.subject, text_body: texts.text, html_body: texts.html })
        .where('customer_code', '=', customer_code)
        .where('id', '=', mail.id)
        .execute()
    },
  )
}
