import type { Definition, ListedDefinition } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { openOperatorSession } from '../../management/operator-session.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { migrate } from '../../platform/db/migrate.ts'

let server: TestServer
let owner: string
beforeAll(async () => {
  server = await startTestServer()
  await server.load(sampleBundle({ code: 'ours' }))
  owner = await openOperatorSession(server.database, 'operator')
})
afterAll(() => server.close())

const call = <T>(method: string, path: string, body?: unknown) =>
  server.call<T>(method, `/managements/definitions${path}`, {
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), Authorization: `Bearer ${owner}` },
  })

/** Returns a form definition with the given number of steps, including the root. */
function large(code_tag: string, steps: number, tag_description = 'Large') {
  const children = Array.from({ length: steps - 1 }, (_, at) => ({
    code_tag: `s${at}`,
    tag_description: `Step ${at}`,
    form_fields: [{ type: 'HTML', ordering: 1, value: '<p>Information</p>' }],
    children: [],
  }))
  return { code_tag, tag_description, form_params: { auth_type: ['FREE'] }, form_fields: [], children }
}
const listed = async (code: string) => {
  const found = (await call<ListedDefinition[]>('GET', '')).body.data?.find(({ code_tag }) => code_tag === code)
  return found && [found.steps, found.draft, found.live_version, found.description]
}

describe('the list of definitions', () => {
  test('contains the current number of steps after an import, a draft, a discard, a publication and a restore', async () => {
    await server.load({ definitions: [large('big', 10_000)] })
    expect(await listed('big')).toEqual([10_000, false, 1, 'Large'])
    expect((await call('PUT', '/big', large('big', 12, 'Smaller'))).status).toBe(200)
    expect(await listed('big')).toEqual([12, true, 1, 'Large'])
    expect((await call('DELETE', '/big')).status).toBe(200)
    expect(await listed('big')).toEqual([10_000, false, 1, 'Large'])
    await call('PUT', '/big', large('big', 12, 'Smaller'))
    expect((await call('POST', '/big/publish')).status).toBe(200)
    expect(await listed('big')).toEqual([12, false, 2, 'Smaller'])
    expect((await call('POST', '/big/versions/1/restore')).status).toBe(200)
    expect(await listed('big')).toEqual([10_000, false, 3, 'Large'])
    expect((await call('PUT', '/fresh', large('fresh', 3, 'Never published'))).status).toBe(200)
    expect(await listed('fresh')).toEqual([3, true, null, 'Never published'])
  })

  test('is read without loading the documents of definitions and versions', async () => {
    const columns = async (table: string) =>
      (await rowsOf(server, "select column_name from information_schema.columns where table_name = $1 and column_name not in ('document', 'draft')", [table]))
        .map(({ column_name }) => column_name)
        .join(', ')
    for (const table of ['definitions', 'definition_versions'])
      await rowsOf(server, `revoke select on ${table} from sportello_server; grant select (xmin, ${await columns(table)}) on ${table} to sportello_server`)
    try {
      expect(await listed('big')).toEqual([10_000, false, 3, 'Large'])
      expect((await call('GET', '/big')).status).toBe(500)
    } finally {
      await rowsOf(server, 'grant select on definitions, definition_versions to sportello_server')
    }
    expect((await call<Definition>('GET', '/big')).status).toBe(200)
  })

  test('contains the step counts of published versions, which nobody can change', async () => {
    for (const change of ['steps = 1', 'steps = null', "document = '{}'", 'published_at = now()'])
      await expect(rowsOf(server, `update definition_versions set ${change} where code_tag = 'big'`), change).rejects.toThrow(/immutable/)
  })
})

test('the migration counts the steps of existing definitions', async () => {
  const name = `sizes_${process.pid}`
  await server.database.owner.query(`create database ${name}`)
  const { owner: database, close } = openDatabase({ ...inject('cluster'), database: name }, () => {})
  try {
    await migrate(database, '0071-drop-people-in-logs-indexes')
    for (let at = 0; at < 45; at++) {
      const document = JSON.stringify(large(`d${at}`, at + 1))
      await database.query('insert into definitions (code_tag, draft) values ($1, $2)', [`d${at}`, at % 2 === 0 ? document : null])
      await database.query("insert into definition_versions (code_tag, version, document, document_hash) values ($1, 1, $2, '')", [`d${at}`, document])
    }
    await migrate(database)
    const { rows } = await database.query(
      'select substr(code_tag, 2)::int as at, steps, draft_steps, draft_description from definition_versions join definitions using (code_tag)',
    )
    expect(rows.toSorted((one, other) => one.at - other.at)).toEqual(
      Array.from({ length: 45 }, (_, at) => ({
        at,
        steps: at + 1,
        draft_steps: at % 2 === 0 ? at + 1 : null,
        draft_description: at % 2 === 0 ? 'Large' : null,
      })),
    )
    await expect(database.query('update definition_versions set steps = null')).rejects.toThrow(/immutable/)
  } finally {
    await close()
    await server.database.owner.query(`drop database ${name}`)
  }
})
