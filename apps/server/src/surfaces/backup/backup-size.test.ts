import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { escapeLiteral } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmptyDeployments, emptyDeployments, rowsIn } from '../../../test/empty-deployments.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { freshAnswers, sendForm, withFiles } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { WAITING_JOBS } from '../../platform/db/waiting-jobs.ts'
import { writeArchive } from './archive.ts'
import { makeBackup } from './make-backup.ts'
import { entryName, MANIFEST } from './manifest.ts'
import { verifyBackup } from './read-backup.ts'
import { RestoreRejected, restoreBackup } from './restore-backup.ts'
import { readParts, selectOf } from './table-parts.ts'
import { type TableShape, tablesInOrder } from './tables.ts'

const SECRET_KEY = 'the secret that a backup opens with'
const KB = 1_024
const MB = KB * KB

let folder: string
let server: TestServer
let deployments: EmptyDeployments
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sportello-backup-size-'))
  server = await startTestServer({ env: { SECRET_KEY } })
  await server.load(sampleBundle())
  await server.load(sampleBundle({ code: 'theirs' }))
  deployments = await emptyDeployments(folder)
})
afterAll(async () => {
  await deployments.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const source = (form?: string) => ({ database: server.database, attachments: server.services.attachments, config: server.services.config, form })

/**
 * Test text that contains all characters which PostgreSQL's COPY escapes, and text that resembles the delimiters of
 * COPY.
 */
const AWKWARD = 'tab\t line\nbreak\r back\\slash \\N \\. "quotes" \u2028 \u{1F600} è'

/**
 * Returns an SQL expression for a text of about `bytes` bytes. The text differs in each row and has the characters of
 * AWKWARD at both ends.
 */
const textOf = (bytes: number) => `${escapeLiteral(AWKWARD)} || repeat(md5(n::text), ${Math.ceil(bytes / 32)}) || E'\\n'`

async function fill(table: 'settings' | 'mail_templates' | 'assets' | 'audit_lines' | 'mapping_logs', bytes: number, rows: number) {
  const each = textOf(bytes / rows)
  const statement = {
    settings: `insert into settings (code, value) select 'filled-' || n, ${each}`,
    mail_templates: `insert into mail_templates (name, lang_code, subject, html) select 'filled-' || n, 'it', '', ${each}`,
    assets: `insert into assets (kind, name, media_type, content, content_hash) select 'logo', 'filled-' || n, 'image/png', decode(repeat(encode(sha512(n::text::bytea), 'hex'), ${Math.ceil(bytes / rows / 128)}), 'hex'), n::text`,
    audit_lines: `insert into audit_lines (customer_code, operator, action, subject, before) select 'sample', 'x', 'form.save', 'sample', to_jsonb(${each})`,
    mapping_logs: `insert into mapping_logs (customer_code, code_client, action, action_details) select 'sample', 'x', 1, ${each}`,
  }[table]
  await rowsIn(server.database, `${statement} from generate_series(1, ${rows}) n; commit; begin`)
}

/**
 * Returns, for each table of a database, the number of rows and a hash of all rows. The order of the rows does not
 * change
 * the hash.
 */
async function fingerprints(database: TestServer['database']): Promise<Record<string, unknown>[]> {
  const tables = (
    await rowsIn(database, "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition")
  ).map(({ relname }) => relname)
  const kept = tables
    .filter(
      (name) =>
        !['worker_heartbeats', 'outbox', 'outbox_relay', 'replica_mark', 'catalog_revision', 'kysely_migration', 'kysely_migration_lock'].includes(
          String(name),
        ),
    )
    .sort()
  const each = kept.map((name) => `select '${name}' as name, count(*), sum(hashtextextended(t::text, 0)::numeric)::text as hash from ${name} t`)
  return rowsIn(database, `select * from (${each.join(' union all ')}) as tables order by name`)
}

async function send(customer: string): Promise<void> {
  const { status } = await server.call('POST', `/forms/${customer}`, {
    body: withFiles(sendForm(freshAnswers(), { email: 'chi@example.org', confirmed_email: 'chi@example.org' }), ['a.txt', 'allegato']),
  })
  expect(status).toBe(201)
}

test('a restore adds one customer to a deployment that has other customers, and rejects the same customer the second time', async () => {
  await send('sample')
  await send('theirs')
  await fill('audit_lines', 20 * KB, 10)
  const file = join(folder, 'one.backup')
  const { attachments } = await makeBackup(source('sample'), file)
  expect(attachments).toBe(1)
  const target = await deployments.make(SECRET_KEY)
  const other = join(folder, 'other.backup')
  await makeBackup(source('theirs'), other)
  for (const each of [other, file]) await restoreBackup(target, each)
  const of = (table: string) => `select t::text as row from ${table} t where customer_code in ('sample', 'theirs') order by 1`
  for (const table of ['customers', 'requests', 'answers', 'attachments', 'audit_lines', 'customer_keys', 'mails']) {
    expect(await rowsIn(target.database, of(table)), table).toEqual(await rowsIn(server.database, of(table)))
  }
  const JOBS = `select id from ${WAITING_JOBS} jobs order by 1`
  expect(await rowsIn(target.database, JOBS)).toEqual(await rowsIn(server.database, JOBS))
  const there = await fingerprints(target.database)
  await expect(restoreBackup(target, file)).rejects.toThrow(RestoreRejected)
  await expect(makeBackup(source('nobody'), join(folder, 'nobody.backup'))).rejects.toThrow('There is no form nobody.')
  expect(await fingerprints(target.database)).toEqual(there)
})

test('a restore rejects a customer whose definition differs in the target deployment', async () => {
  const file = join(folder, 'differs.backup')
  await makeBackup(source('sample'), file)
  const target = await deployments.make(SECRET_KEY)
  await restoreBackup(target, join(folder, 'other.backup'))
  const [definition] = await rowsIn(server.database, "select code_tag from customers where customer_code = 'sample'")
  await rowsIn(
    target.database,
    `insert into definitions (code_tag) values ('${definition?.code_tag}');
     insert into definition_versions (code_tag, version, document, document_hash) values ('${definition?.code_tag}', 1, '{}', 'other'); commit; begin`,
  )
  await expect(restoreBackup(target, file)).rejects.toThrow(/exists here with different content in version 1/)
  expect(await rowsIn(target.database, 'select customer_code from customers')).toEqual([{ customer_code: 'theirs' }])
})

test('a restore reproduces tables of 1 KB to 200 MB exactly', { timeout: 240_000 }, async () => {
  await fill('settings', KB, 1)
  await fill('mail_templates', 3.9 * MB, 13)
  await fill('assets', 4.1 * MB, 3)
  await fill('audit_lines', 10 * MB, 5_000)
  await fill('mapping_logs', 200 * MB, 20_000)
  const file = join(folder, 'large.backup')
  await makeBackup(source(), file)
  await expect(verifyBackup(file, SECRET_KEY)).resolves.toMatchObject({ format: 2 })
  const target = await deployments.make(SECRET_KEY)
  await restoreBackup(target, file)
  expect(await fingerprints(target.database)).toEqual(await fingerprints(server.database))
})

test('a restore accepts a backup of format 1, whose parts may end inside a row', async () => {
  await fill('audit_lines', 9 * MB, 3_000)
  const client = await server.database.owner.connect()
  await client.query("begin isolation level repeatable read; select set_config('sportello.across_customers', 'on', true)")
  const tables: { table: TableShape; rows: number; content: Buffer }[] = []
  for (const table of await tablesInOrder(client)) {
    const content: Buffer[] = []
    let rows = 0
    if (table.name !== 'attachments' && table.name !== 'mapping_logs') {
      for await (const part of readParts(client, selectOf(table))) {
        content.push(part.content)
        rows += part.rows
      }
    }
    tables.push({ table, rows, content: Buffer.concat(content) })
  }
  const { rows: migrations } = await client.query('select max(name) as name from kysely_migration')
  await client.query('rollback')
  client.release()
  const file = join(folder, 'format-1.backup')
  const add = (archive: Parameters<Parameters<typeof writeArchive>[2]>[0], name: string, content: string | Buffer) =>
    new Promise<void>((resolve, reject) => archive.entry({ name }, content, (error) => (error ? reject(error) : resolve())))
  await writeArchive(file, SECRET_KEY, async (archive) => {
    const manifest = {
      format: 1,
      migration: migrations[0].name,
      made_at: new Date().toISOString(),
      tables: tables.map(({ table, rows }) => ({ ...table, rows })),
      jobs: [],
      attachments: 0,
    }
    await add(archive, MANIFEST, JSON.stringify(manifest))
    for (const { table, content } of tables) {
      // Splits the table's content at the ends of COPY's chunks, which are in the middle of rows. Backups of format 1
      // did the same.
      for (let at = 0; at < content.length; at += 4 * MB + 17) await add(archive, entryName({ table: table.name }), content.subarray(at, at + 4 * MB + 17))
    }
  })
  const target = await deployments.make(SECRET_KEY)
  await restoreBackup(target, file)
  const lines = 'select count(*), sum(hashtextextended(t::text, 0)::numeric)::text as hash from audit_lines t'
  expect(await rowsIn(target.database, lines)).toEqual(await rowsIn(server.database, lines))
})

test('verifyBackup rejects a backup with fewer rows than its manifest states', async () => {
  const file = join(folder, 'short.backup')
  await writeArchive(file, SECRET_KEY, async (archive) => {
    const manifest = {
      format: 2,
      migration: '0001',
      made_at: new Date().toISOString(),
      tables: [{ name: 'settings', columns: ['code'], rows: 2 }],
      jobs: 0,
      attachments: 0,
    }
    archive.entry({ name: MANIFEST }, JSON.stringify(manifest))
    archive.entry({ name: entryName({ table: 'settings' }) }, 'one\n')
  })
  await expect(verifyBackup(file, SECRET_KEY)).rejects.toThrow('it holds 1 rows of settings, of 2')
})
