import { randomUUID } from 'node:crypto'
import type { CustomerConfiguration } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessForm, SSO_SECRET } from '../../../test/access-bundle.ts'
import { outcome, query, startSessionCase } from '../../../test/session-case.ts'
import { rowsOf } from '../../../test/traces.ts'
import { openSession } from '../sso/enter.ts'
import { hashOfSessionCode } from './session.ts'

let on: Awaited<ReturnType<typeof startSessionCase>>
beforeAll(async () => {
  on = await startSessionCase()
})
afterAll(() => on.server.close())

function json(body: object): RequestInit {
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

describe('every endpoint of a form that needs a session', () => {
  const MODES = ['SSO', 'LOGIN', 'TOKEN_LOGIN', 'DYNAMIC', 'SURVEY'] as const
  type Bearer = 'nobody' | 'own' | 'unknown' | 'expired' | 'used' | 'foreign' | 'garbage'
  const codes = new Map<string, string | undefined>()
  const closedForm = (mode: (typeof MODES)[number]) => `matrix-${mode}`.replace('_', '-')
  const FORMS = [...MODES.map(closedForm), 'both']

  /** Opens a visitor's session in the way that the form's access mode requires. */
  async function opened(form: string): Promise<string> {
    const customer = await on.server.services.catalog.customer(form)
    const mode = MODES.find((each) => closedForm(each) === form) ?? 'SSO'
    const by = mode === 'SURVEY' ? 'SSO' : mode
    const known = { email: `${randomUUID()}@example.org` }
    const code = customer && (await openSession(on.server.services, customer, { by, known, mappingId: null }))
    if (!code) throw new Error(`no session on ${form}`)
    return code
  }

  beforeAll(async () => {
    for (const mode of MODES) await on.server.load(accessForm({ code: closedForm(mode), authTypes: [mode], params: { survey_no_recompile: true } }))
    for (const form of FORMS) {
      codes.set(`${form} own`, await opened(form))
      for (const [bearer, change] of [
        ['expired', "expires_at = now() - interval '1 second'"],
        ['used', 'used_at = now()'],
      ] as const) {
        const code = await opened(form)
        await rowsOf(on.server, `update sessions set ${change} where code_hash = $1`, [hashOfSessionCode(code)])
        codes.set(`${form} ${bearer}`, code)
      }
      codes.set(`${form} foreign`, await opened(FORMS.find((each) => each !== form) ?? ''))
      codes.set(`${form} unknown`, 'A'.repeat(43))
      codes.set(`${form} garbage`, "' or 1=1 --\u{1F600}")
    }
  })

  const calls: Record<
    string,
    (form: string, code: string | undefined) => Promise<{ status: number; body: { errors: readonly { data: { code: string } }[] } }>
  > = {
    configuration: (form, code) => on.server.call('GET', `/forms/${form}${query(code)}`),
    tag: (form, code) => on.server.call('GET', `/forms/${form}/tags/ask${query(code)}`),
    'tag that needs a sign-in': (form, code) => on.server.call('GET', `/forms/${form}/tags/deep${query(code)}`),
    'absent tag': (form, code) => on.server.call('GET', `/forms/${form}/tags/nowhere${query(code)}`),
    header: (form, code) => on.server.call('GET', `/forms/${form}/tags/ask/header${query(code)}`),
    'site map': (form, code) => on.server.call('GET', `/forms/${form}/sitemap${query(code)}`),
    'site map of what needs a sign-in': (form, code) =>
      on.server.call('GET', `/forms/${form}/sitemap${query(code)}${code === undefined ? '?' : '&'}tag=inside`),
    search: (form, code) => on.server.call('POST', `/forms/${form}/children${query(code)}`, json({ query: 'deep' })),
    'search below what needs a sign-in': (form, code) =>
      on.server.call('POST', `/forms/${form}/children${query(code)}`, json({ query: 'deep', starting_tag: 'inside' })),
    'service of a step that needs a sign-in': (form, code) => on.server.call('POST', `/forms/${form}/integrations/inner${query(code)}`, json({})),
    token: (form, code) => on.server.call('GET', `/forms/${form}/auth/token${query(code)}`),
    send: (form, code) => on.send(form, { code, fields: {} }),
    'send of a step that needs a sign-in': (form, code) =>
      on.send(form, { code, fields: { pick: 'x' }, parts: { code_tag: 'deep', email: 'a@b.it', confirmed_email: 'a@b.it' } }),
  }
  const outcomesOf = async (form: string, bearer: Bearer) =>
    Object.fromEntries(
      await Promise.all(Object.entries(calls).map(async ([name, call]) => [name, outcome(await call(form, codes.get(`${form} ${bearer}`))).join(' ')])),
    )
  const all = (outcome: string) => Object.fromEntries(Object.keys(calls).map((name) => [name, outcome]))

  test.each(FORMS)(
    'rejects a session code that is expired, used, of another form, unknown or malformed, each with a different error (form %s)',
    async (form) => {
      expect(await outcomesOf(form, 'expired')).toEqual(all('410 forms0005'))
      expect(await outcomesOf(form, 'used')).toEqual(all('409 forms0027'))
      expect(await outcomesOf(form, 'foreign')).toEqual(all('403 forms0041'))
      expect(await outcomesOf(form, 'unknown')).toEqual(all('401 forms0011'))
      expect(await outcomesOf(form, 'garbage')).toEqual(all('401 forms0011'))
    },
  )

  test.each(MODES)('rejects a visitor without a session, but returns a configuration that contains no step (mode %s)', async (mode) => {
    const form = closedForm(mode)
    expect(await outcomesOf(form, 'nobody')).toEqual({ ...all('401 forms0011'), configuration: '200' })
    const { body } = await on.server.call<CustomerConfiguration>('GET', `/forms/${form}`)
    expect(body.data).toMatchObject({ session: null, metadata: null, tag_header: null })
    expect(JSON.stringify(body)).not.toContain(SSO_SECRET)
  })

  test('rejects a visitor without a session only if the call needs a sign-in, on a form with open and protected steps', async () => {
    expect(await outcomesOf('both', 'nobody')).toEqual({
      configuration: '200',
      tag: '200',
      'tag that needs a sign-in': '403 forms0006',
      'absent tag': '404 http_not_found',
      header: '200',
      'site map': '200',
      'site map of what needs a sign-in': '403 forms0006',
      search: '200',
      'search below what needs a sign-in': '403 forms0006',
      'service of a step that needs a sign-in': '400 forms_integrations0005',
      token: '401 forms0011',
      send: '422 forms0038 subject',
      'send of a step that needs a sign-in': '403 forms0006',
    })
    const found = await on.server.call<object[]>('POST', '/forms/both/children', json({ query: 'deep' }))
    expect(found.body.data).toEqual([])
    const map = await on.server.call('GET', '/forms/both/sitemap')
    expect(JSON.stringify(map.body)).not.toContain('"deep"')
  })

  test.each(FORMS)('accepts a session of the same form (form %s)', async (form) => {
    expect(await outcomesOf(form, 'own')).toEqual({
      ...all('200'),
      'absent tag': '404 http_not_found',
      send: '422 forms0038 subject',
      'send of a step that needs a sign-in': '422 forms0043 pick',
    })
  })
})
