import { randomUUIDv7 } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { AttachmentStore } from '../../apps/server/src/requests/attachments/store.ts'
import type { Lab } from './deployment.ts'
import { HISTORY_FORM } from './history-form.ts'
import { runInLanes } from './parallel.ts'

const BATCH = 100_000
/** One of every `WITH_ATTACHMENT` old requests has an attachment. */
const WITH_ATTACHMENT = 50

/**
 * Inserts old requests with their answers and mails into the database, and stores one file for every `WITH_ATTACHMENT`
 * requests.
 * @returns the number of files
 */
export async function fillHistory(lab: Lab, requests: number): Promise<number> {
  const client = await lab.owner.connect()
  try {
    await client.query('set synchronous_commit = off')
    for (let done = 0; done < requests; done += BATCH) {
      await client.query(
        `with made as (
          insert into requests (customer_code, ticket, state, auth_type, definition_code_tag, definition_version, code_tag, lang_code, email, person_key,
            content_hash, opens_ticket, created_at, processed_at)
          select $1, 'H-' || n, 'processed', 'DATACOLLECTION', c.code_tag, d.live_version, 'report', 'it', 'p' || n || '@example.org',
            'email:p' || n || '@example.org', sha256(n::text::bytea), true, now() - n * interval '1 minute', now() - n * interval '1 minute'
          from generate_series($2::int + 1, $3::int) n, customers c join definitions d using (code_tag) where c.customer_code = $1
          returning customer_code, id, email, ticket, created_at
        ), answered as (
          insert into answers (customer_code, request_id, form_fields) select customer_code, id, to_jsonb('sealed1.' || repeat(ticket, 12)) from made
        )
        insert into mails (customer_code, request_id, kind, lang_code, recipient, state, created_at, sent_at)
        select customer_code, id, 'success', 'it', email, 'sent', created_at, created_at from made`,
        [HISTORY_FORM, done, Math.min(done + BATCH, requests)],
      )
    }
    await client.query('analyze requests; analyze answers; analyze mails')
    const { rows } = await client.query<{ id: string }>('select id from requests where customer_code = $1 and (substr(ticket, 3)::int % $2) = 0', [
      HISTORY_FORM,
      WITH_ATTACHMENT,
    ])
    await fillFiles(lab, rows)
    return rows.length
  } finally {
    client.release()
  }
}

async function fillFiles({ owner, place }: Lab, requests: readonly { id: string }[]): Promise<void> {
  const store = new AttachmentStore(place)
  await store.prepare()
  await runInLanes(requests.length, async (at) => {
    const request = requests[at]?.id ?? ''
    const file = store.newFile(randomUUIDv7())
    const content = Buffer.from(`file of ${request}, `.repeat(20 + (at % 200)))
    await writeFile(file.path, content)
    await store.keep(HISTORY_FORM, file)
    await owner.query(
      "insert into attachments (customer_code, id, request_id, property_code, name, media_type, size, sha256) values ($1, $2, $3, 'photos', 'note.txt', 'text/plain', $4, sha256($5))",
      [HISTORY_FORM, file.id, request, content.length, content],
    )
  })
}
