import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailSink, startMailSink } from '../../../test/mail-sink.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { ask, fileOf, freshEmail, save } from '../../../test/saved-draft-case.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'

const DRAFTS = 200
const ANSWER = 'PlantedAnswerZafferano'
const FILE = 'PlantedContentCorniola'
const NAME = 'PlantedNameGiada'
let sink: MailSink
let server: TestServer
beforeAll(async () => {
  sink = await startMailSink()
  server = await startTestServer({ worker: true, env: { SMTP_URL: sink.url } })
  await server.load({ settings: [{ code: 'calls_per_minute', value: '1000000' }] })
  await server.load(sampleBundle({ params: { save_and_resume: {} } }))
})
afterAll(async () => {
  await server.close()
  await sink.close()
})

/** Returns everything that the database and the data folder contain, as text. */
async function everything(): Promise<string> {
  const tables = await rowsOf(server, "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker')")
  const parts: string[] = []
  for (const { name } of tables) parts.push(JSON.stringify(await rowsOf(server, `select t::text from ${name} t`)))
  const paths = await readdir(server.dataDir, { recursive: true, withFileTypes: true })
  for (const path of paths.filter((each) => each.isFile())) parts.push(await readFile(join(path.parentPath, path.name), 'latin1'))
  return parts.join('\n')
}

test(`a copy of the database and of the disk reveals nothing of ${DRAFTS} drafts, before and after their mails`, { timeout: 120_000 }, async () => {
  const emails = Array.from({ length: DRAFTS }, freshEmail)
  for (let at = 0; at < DRAFTS; at += 20) {
    const answers = await Promise.all(
      emails
        .slice(at, at + 20)
        .map((email, n) => save(server, { email, shown: { street: `${ANSWER} ${at + n}` }, files: [[`${NAME}.txt`, `${FILE} ${at + n}`.repeat(20)]] })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
  }
  const planted = [ANSWER, FILE, NAME, emails[0] ?? '']
  const during = await everything()
  const mails = await sink.until(DRAFTS, 60_000)
  const keys = mails.map(({ mail }) => /\/sample\/resume\?locale=it#([\w-]{43})/.exec(mail.text ?? '')?.[1] ?? '')
  expect(new Set(keys).size).toBe(DRAFTS)
  await expect.poll(() => rowsOf(server, 'select from saved_draft_mails'), { timeout: 20_000 }).toEqual([])
  const after = await everything()
  for (const word of planted) expect([word, during.includes(word), after.includes(word)]).toEqual([word, false, false])
  for (const key of keys) {
    const bytes = Buffer.from(key, 'base64url')
    expect([after.includes(key), after.includes(bytes.toString('hex'))]).toEqual([false, false])
  }
  // The links of the mails do open the drafts.
  const { body } = await ask(server, 'open', { key: keys[7] })
  expect(body.data?.draft?.shown.street).toContain(ANSWER)
  expect((await fileOf(server, { key: keys[7], id: body.data?.draft?.files[0]?.id })).content.toString()).toContain(FILE)
  expect(mails[0]?.mail.subject).toBe('Continua quando vuoi: Form sample')
  expect(mails[0]?.mail.html).toContain('non inoltrare')
})
