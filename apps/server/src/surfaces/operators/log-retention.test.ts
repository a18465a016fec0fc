import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { loginForm } from '../../../test/login-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { acrossCustomers } from '../../platform/db/with-customer.ts'
import { deleteOldLogs } from './log-retention.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load(loginForm({ code: 'fund' }))
})
afterAll(() => server.close())

const change = (subject: string, days: number) =>
  rowsOf(
    server,
    "insert into audit_lines (customer_code, operator, action, subject, logged_at) values ('fund', 'x', 'form.edit', $1, now() - make_interval(secs => $2::float8 * 86400))",
    [subject, days],
  )
const mapping = (client: string, days: number) =>
  rowsOf(
    server,
    "insert into mapping_logs (customer_code, code_client, action, logged_at) values ('fund', $1, 1, now() - make_interval(secs => $2::float8 * 86400))",
    [client, days],
  )
const changes = async () => (await rowsOf(server, "select subject from audit_lines where action = 'form.edit' order by 1")).map(({ subject }) => subject)
const mappings = async () => (await rowsOf(server, 'select code_client from mapping_logs order by 1')).map(({ code_client }) => code_client)

describe('the retention of the audit log and the mapping log', () => {
  test('deletes the entries that are older than the settings allow, and records the deletion in the audit log', async () => {
    for (const [name, days] of [
      ['old', 200.01],
      ['young', 199.99],
    ] as const)
      await change(name, days)
    for (const [name, days] of [
      ['old', 30.01],
      ['young', 29.99],
    ] as const)
      await mapping(name, days)
    expect(await deleteOldLogs(server.services)).toBe(0)
    await server.load({
      settings: [
        { code: 'audit_retention_days', value: '200' },
        { code: 'mapping_log_retention_days', value: '30' },
      ],
    })
    expect(await deleteOldLogs(server.services)).toBe(2)
    expect([await changes(), await mappings()]).toEqual([['young'], ['young']])
    expect(await rowsOf(server, "select operator, subject, after from audit_lines where action = 'log.retention' order by id")).toEqual([
      { operator: '', subject: 'audit', after: { lines: 1, days: 200 } },
      { operator: '', subject: 'mapping_log', after: { lines: 1, days: 30 } },
    ])
  })

  test('deletes changes of drafts after 90 days, but not the drafts', async () => {
    await rowsOf(server, "insert into definitions (code_tag) values ('drafted')")
    for (const [sequence, days] of [
      [1, 90.01],
      [2, 89.99],
    ])
      await rowsOf(
        server,
        `insert into draft_changes (code_tag, sequence, id, username, kind, operations, inverse, changed_at)
         values ('drafted', $1, gen_random_uuid(), 'x', 'edit', '[]', '[]', now() - make_interval(secs => $2::float8 * 86400))`,
        [sequence, days],
      )
    expect(await deleteOldLogs(server.services)).toBe(1)
    expect(await rowsOf(server, "select sequence from draft_changes where code_tag = 'drafted'")).toEqual([{ sequence: 2 }])
  })

  test('deletes all old entries, even if there are more than one batch contains', async () => {
    await rowsOf(
      server,
      "insert into audit_lines (customer_code, operator, action, subject, logged_at) select 'fund', 'x', 'form.edit', 'many', now() - interval '201 days' from generate_series(1, 2100)",
    )
    expect(await deleteOldLogs(server.services)).toBe(2_100)
    expect(await changes()).toEqual(['young'])
  })

  test.each([
    ['days', 'select delete_old_audit_lines(179, 10)'],
    ['null days', 'select delete_old_audit_lines(null, 10)'],
    ['negative days', 'select delete_old_audit_lines(-1, 10)'],
    ['a DELETE statement', 'delete from audit_lines'],
    ['an UPDATE statement', "update audit_lines set logged_at = '2000-01-01'"],
    ['truncating', 'truncate audit_lines'],
  ])('prevents the server’s database role from removing younger entries: %s', async (_what, statement) => {
    await expect(acrossCustomers(server.database.kysely, (db) => sql.raw(statement).execute(db))).rejects.toThrow(/180 days at least|permission denied/)
    expect(await changes()).toEqual(['young'])
  })

  test('leaves row security enabled for the statements that follow the deletion', async () => {
    const { rows } = await server.database.kysely.transaction().execute(async (db) => {
      await sql`select delete_old_audit_lines(200, 1)`.execute(db)
      return sql`select 1 from audit_lines`.execute(db)
    })
    expect(rows).toEqual([])
  })
})

test('the migration replaces user names in existing log entries by the ids of the accounts', async () => {
  const name = `people_${process.pid}`
  await server.database.owner.query(`create database ${name}`)
  const { owner, close } = openDatabase({ ...inject('cluster'), database: name }, () => {})
  try {
    await migrate(owner, '0066-operator-invitations')
    await owner.query(`insert into definitions (code_tag) values ('d');
      insert into customers (customer_code, description, code_tag, client_url, active, params, logo_params, template_params, live_chat_params)
        values ('c', '', 'd', '', true, '{}', '[]', '{}', '{}');
      insert into accounts (customer_code, username, username_key, password_hash, imported_hash, metadata) values ('c', 'MRossi', 'mrossi', '', '', '{}');
      insert into audit_lines (customer_code, operator, action, subject, before, after) values
        ('c', 'x', 'account.add', ' MRossi', null, '{"username": "MRossi", "email": "mario@example.org", "known": ["nome"]}'),
        ('c', 'x', 'account.delete', 'lrossi', '{"username": "lrossi", "email": null, "disabled": true}', null),
        ('c', 'x', 'account.recovery', 'lrossi', null, '{"by": "mail"}'),
        ('c', 'x', 'account.edit', 'lrossi', '"rossi is no object"', '[]'),
        ('', 'x', 'bundle.import', '*', null, '[{"kind": "form", "name": "a/b"}, {"kind": "account", "name": "c/mario.rossi", "change": "added"}]'),
        ('c', 'x', 'person.erase', '0123456789abcdef', null, '{"requests": 1}'),
        ('c', 'x', 'person.erase', '0123456789abcdef0123456789abcdef', null, '{}'),
        ('c', 'mario', 'form.edit', 'c', '{"username": "stays"}', null);
      insert into audit_lines (customer_code, operator, action, subject) select 'c', 'x', 'account.recovery', 'rossi' || n from generate_series(1, 2100) as n;
      insert into mapping_logs (customer_code, code_client, sub_client, sub_client2, sub_client3, action) values
        ('c', 'acme', 'mario.rossi@example.org', 'x RSSMRA80A01H501U', '01234567890', 1), ('c', 'rssmra80a01h501u', '', 'b', '', 1)`)
    await migrate(owner)
    const { rows: lines } = await owner.query("select action, subject, before, after from audit_lines where action <> 'account.recovery' order by id")
    const { rows: accounts } = await owner.query('select id from accounts')
    expect(lines).toEqual([
      { action: 'account.add', subject: accounts[0]?.id, before: null, after: { known: ['nome'] } },
      { action: 'account.delete', subject: '', before: { disabled: true }, after: null },
      { action: 'account.edit', subject: '', before: 'rossi is no object', after: [] },
      {
        action: 'bundle.import',
        subject: '*',
        before: null,
        after: [
          { kind: 'form', name: 'a/b' },
          { kind: 'account', name: 'c', change: 'added' },
        ],
      },
      { action: 'person.erase', subject: '', before: null, after: { requests: 1 } },
      { action: 'person.erase', subject: '0123456789abcdef0123456789abcdef', before: null, after: {} },
      { action: 'form.edit', subject: 'c', before: { username: 'stays' }, after: null },
    ])
    expect((await owner.query("select distinct subject from audit_lines where action = 'account.recovery'")).rows).toEqual([{ subject: '' }])
    expect((await owner.query('select code_client, sub_client, sub_client2, sub_client3 from mapping_logs order by id')).rows).toEqual([
      { code_client: 'acme', sub_client: '#', sub_client2: '#', sub_client3: '01234567890' },
      { code_client: '#', sub_client: '', sub_client2: 'b', sub_client3: '' },
    ])
    // Inserts an audit log entry in the format of the previous release. Servers of that release may still be running
    // during an update.
    await owner.query(
      `insert into audit_lines (customer_code, operator, action, subject, after) values ('c', 'x', 'account.edit', 'mrossi', '{"email": "m@example.org"}')`,
    )
    expect((await owner.query("select subject, after from audit_lines where action = 'account.edit' order by id desc limit 1")).rows).toEqual([
      { subject: accounts[0]?.id, after: {} },
    ])
  } finally {
    await close()
    await server.database.owner.query(`drop database ${name}`)
  }
})
