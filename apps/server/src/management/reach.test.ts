import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startManagementCase } from '../../test/management-case.ts'
import { rowsOf } from '../../test/traces.ts'

let managed: Awaited<ReturnType<typeof startManagementCase>>
beforeAll(async () => {
  managed = await startManagementCase()
})
afterAll(() => managed.server.close())

/** Makes a call and returns how often it read what may be slightly old. */
async function readsOf(method: string, path: string, body?: unknown): Promise<number> {
  const read = vi.spyOn(managed.server.database.replicas, 'read')
  try {
    const { status } = await managed.call(method, path, { ...(body !== undefined && { body }) })
    expect(status).toBeLessThan(300)
    return read.mock.calls.length
  } finally {
    read.mockRestore()
  }
}

describe('what an operator reads', () => {
  test.each([
    ['/requests?page=1'],
    ['/mails?page=1'],
    ['/deliveries?page=1'],
    ['/settings/forms'],
    ['/definitions'],
    ['/audit/1'],
    ['/settings/forms/mappings/logs/1'],
    ['/settings/forms/ours/accounts'],
    ['/settings/forms/ours/tokens'],
  ])('may be slightly old in the list %s', async (path) => {
    expect(await readsOf('GET', path)).toBe(1)
  })

  test('may be slightly old in the search, which changes nothing', async () => {
    expect(await readsOf('POST', '/search', { text: 'ours' })).toBe(2)
    expect(await readsOf('GET', '/requests?page=1')).toBe(1)
  })

  test('comes from the replica of the session, so that no list shows an older state than the list before', async () => {
    const read = vi.spyOn(managed.server.database.replicas, 'read')
    try {
      for (const as of ['owner', 'owner', 'viewer']) expect((await managed.call('GET', '/mails?page=1', { as })).status).toBe(200)
      const sessions = await rowsOf(managed.server, "select id from operator_sessions where username in ('owner', 'viewer') order by username")
      const [owner, viewer] = sessions.map(({ id }) => id)
      expect(read.mock.calls.map(([, , by]) => by)).toEqual([owner, owner, viewer])
    } finally {
      read.mockRestore()
    }
  })

  test('comes from the primary for five minutes after the operator may have changed something, in the same session', async () => {
    expect(await readsOf('POST', '/settings/forms/ours/mapping', { client: 'new' })).toBe(0)
    expect(await readsOf('GET', '/requests?page=1')).toBe(0)
    expect(await readsOf('POST', '/search', { text: 'ours' })).toBe(0)
    const aged = async (seconds: number) => {
      await rowsOf(managed.server, 'update operator_sessions set changed_at = now() - make_interval(secs => $1) where changed_at is not null', [seconds])
      return readsOf('GET', '/requests?page=1')
    }
    expect(await aged(290)).toBe(0)
    expect(await aged(301)).toBe(1)
  })

  test('also after a call that fails, which may have changed something before', async () => {
    expect((await managed.call('POST', '/settings/forms/ours/mapping', { body: { client: 'new' } })).status).toBe(409)
    expect(await readsOf('GET', '/requests?page=1')).toBe(0)
    await rowsOf(managed.server, 'update operator_sessions set changed_at = null')
  })
})
