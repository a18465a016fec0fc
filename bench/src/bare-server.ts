import { createHash, createHmac, randomBytes, randomUUIDv7 } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import Fastify from 'fastify'
import { Pool } from 'pg'
import { namedParameters } from '../../apps/server/src/platform/db/named-parameters.ts'

// Baseline of the submit benchmark: a minimal server for the same task. It parses the body, writes the file durably and
// inserts the same rows in one statement as the owner of the tables. It has no validation, limits, row security,
// idempotency or localised responses.
const { PORT, DATABASE, FILES } = process.env
const pool = new Pool({ ...JSON.parse(DATABASE ?? '{}'), max: 8 })
const files = FILES ?? ''
mkdirSync(files, { recursive: true })

const INSERT = namedParameters(`
with request as (
  insert into requests (customer_code, id, ticket, state, auth_type, definition_code_tag, definition_version, code_tag, lang_code, opens_ticket, email, person_key, content_hash, expires_at)
  values ('bench', :id, :ticket, 'awaiting_confirmation', 'FREE', 'bench-root', 1, 'report', 'it', true, :email, 'email:' || :email, :payload_hash, now() + interval '48 hours') returning customer_code, id, expires_at
), answer as (insert into answers (customer_code, request_id, form_fields) select customer_code, id, :answers::jsonb from request),
file as (insert into attachments (customer_code, id, request_id, property_code, name, media_type, size, sha256) select customer_code, :file_id::uuid, id, 'photos', :file_name, 'text/plain', :file_size::bigint, :file_hash from request),
code as (insert into verification_codes (customer_code, code_hash, purpose, request_id, expires_at) select customer_code, :code_hash, 'confirm_request', id, expires_at from request),
key as (insert into idempotency_keys (customer_code, key, payload_hash, answer) select customer_code, :idempotency_key, :payload_hash, '{}' from request),
mail as (insert into mails (customer_code, request_id, kind, lang_code, recipient) select customer_code, id, 'validation', 'it', :email from request returning customer_code, id)
select enqueue('send_mail', customer_code, id) from mail`)

const app = Fastify()
app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
app.post('/submit', async (request, reply) => {
  const fields: Record<string, string> = {}
  const id = randomUUIDv7()
  const fileId = randomUUIDv7()
  const path = join(files, fileId)
  let stored: Promise<{ size: number; hash: Buffer; name: string }> | undefined
  await new Promise<void>((resolve, reject) => {
    const parser = new Busboy({ headers: request.headers as BusboyHeaders })
    parser.on('field', (name, value) => {
      fields[name] = value
    })
    parser.on('file', (_field, content, name) => {
      stored = (async () => {
        const handle = await open(path, 'wx')
        const hash = createHash('sha256')
        let size = 0
        for await (const chunk of content as AsyncIterable<Buffer>) {
          hash.update(chunk)
          size += chunk.length
          await handle.write(chunk)
        }
        await handle.datasync()
        await handle.close()
        const folder = await open(files)
        await folder.sync()
        await folder.close()
        return { size, hash: hash.digest(), name }
      })()
    })
    parser.on('finish', resolve)
    parser.on('error', reject)
    request.raw.pipe(parser)
  })
  const file = await stored
  const code = createHmac('sha256', 'secret').update(id).digest()
  const ticket = `T-${randomBytes(6).toString('base64url')}`
  const answers = JSON.stringify(JSON.parse(fields.form_fields ?? '{}'))
  const values = INSERT.bind({
    id,
    ticket,
    email: fields.email,
    payload_hash: code,
    answers,
    file_id: fileId,
    file_name: file?.name,
    file_size: file?.size,
    file_hash: file?.hash,
    code_hash: createHash('sha256').update(code).digest(),
    idempotency_key: request.headers['idempotency-key'],
  })
  await pool.query({ name: 'bare', text: INSERT.text, values })
  return reply.code(201).send({ ticket })
})
await app.listen({ port: Number(PORT), host: '127.0.0.1' })
