import type { ShownForm } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OTHER_SECRET, SECRET } from '../../../test/destination-case.ts'
import { codes, newForm, startManagementCase } from '../../../test/management-case.ts'
import { rowsOf } from '../../../test/traces.ts'

let on: Awaited<ReturnType<typeof startManagementCase>>
beforeAll(async () => {
  on = await startManagementCase()
})
afterAll(() => on.server.close())

describe('the destinations in a form’s settings', () => {
  const setting = (code_form: string, destination: unknown) => newForm(code_form, { params: { destination } })
  const hook = { kind: 'webhook', url: 'https://hooks.example/x' }

  test('never contain secrets in responses, and keep a destination’s stored secret when it is omitted', async () => {
    const added = await on.call<ShownForm>('POST', '/settings/forms', {
      body: setting('kept', [
        { ...hook, name: 'a', secret: SECRET, previous_secret: OTHER_SECRET },
        { ...hook, name: 'b', secret: OTHER_SECRET },
        { kind: 'zammad', url: 'https://desk.example', token: 'a-token', group: 'Users' },
        { kind: 'redmine', url: 'https://redmine.example', token: 'a-token', project: 'works' },
        { kind: 'osticket', url: 'https://osticket.example', token: 'a-token', customer: 'a@b.it' },
        { kind: 'jira', url: 'https://jira.example', token: 'a-token', service_desk: 1, request_type: '2' },
        { kind: 'glpi', url: 'https://glpi.example', token: 'a-token', app_token: 'app-a-token' },
      ]),
    })
    expect(codes(added)).toEqual([201])
    expect(added.body.data?.secrets).toEqual([
      ...['destination.a.secret', 'destination.a.previous_secret', 'destination.b.secret', 'destination.zammad.token'],
      ...['destination.redmine.token', 'destination.osticket.token', 'destination.jira.token', 'destination.glpi.token', 'destination.glpi.app_token'],
    ])
    const changed = await on.call<ShownForm>('PUT', '/settings/forms/kept', {
      body: setting('kept', [
        { ...hook, name: 'b' },
        { ...hook, name: 'a', previous_secret: '' },
      ]),
    })
    expect(changed.body.data?.secrets).toEqual(['destination.b.secret', 'destination.a.secret'])
    expect(JSON.stringify([added.body, changed.body, await rowsOf(on.server, 'select before, after from audit_lines')])).not.toMatch(/whsec_|a-token/)
    const [row] = await rowsOf(on.server, "select params -> 'destination' as d from customers where customer_code = 'kept'")
    expect(row?.d).toEqual([
      { ...hook, name: 'b', secret: OTHER_SECRET },
      { ...hook, name: 'a', secret: SECRET },
    ])
  })

  test.each([
    { kind: 'redmine', project: 'works' },
    { kind: 'osticket', customer: 'a@b.it' },
    { kind: 'jira', service_desk: 1, request_type: 2 },
    { kind: 'glpi' },
  ])('must contain the token of %j again when its URL changes to another server', async (system) => {
    const saved = (url: string, more = {}) => setting(`moved-${system.kind}`, { ...system, url, ...more })
    expect(codes(await on.call('POST', '/settings/forms', { body: saved('https://desk.example/a', { token: 'a-token' }) }))).toEqual([201])
    const path = `/settings/forms/moved-${system.kind}`
    const refused = await on.call('PUT', path, { body: saved('https://evil.example/a') })
    expect(refused.body.errors.map(({ data: { field, params } }) => [field, ...params])).toEqual([['params.destination.token', 'given_again']])
    expect(codes(await on.call('PUT', path, { body: saved('https://desk.example/b') }))).toEqual([200])
  })

  test('must contain the secret again when the destination’s URL changes to another server', async () => {
    const desk = { kind: 'zammad', url: 'https://desk.example/a', group: 'Users' }
    const oidc = { issuer: 'https://login.example/realm', client_id: 'sportello', claims: {} }
    const moved = (destination: unknown, provider: unknown) => {
      const sent = setting('moved', destination)
      return { ...sent, params: { ...sent.params, oidc: provider } }
    }
    await on.call('POST', '/settings/forms', {
      body: moved(
        [
          { ...hook, secret: SECRET },
          { ...desk, token: 'a-token' },
        ],
        { ...oidc, client_secret: 'a-secret' },
      ),
    })
    const stored = async () => (await rowsOf(on.server, "select params from customers where customer_code = 'moved'"))[0]
    const before = await stored()
    const refused = await on.call('PUT', '/settings/forms/moved', {
      body: moved([hook, { ...desk, url: 'https://evil.example/' }], { ...oidc, issuer: 'https://evil.example/realm' }),
    })
    expect(refused.body.errors.map(({ data: { field, params } }) => [field, ...params])).toEqual([
      ['params.oidc.client_secret', 'given_again'],
      ['params.destination.1.token', 'given_again'],
    ])
    const alone = await on.call('PUT', '/settings/forms/moved', { body: moved({ ...desk, url: 'https://desk.example:444/' }, oidc) })
    expect(alone.body.errors[0]?.data.field).toBe('params.destination.token')
    expect(await stored()).toEqual(before)

    // The first edit changes only the path of the destination's URL and omits the secret. The second edit changes the
    // URL's server.
    const kept = await on.call<ShownForm>('PUT', '/settings/forms/moved', { body: moved([{ ...desk, url: 'https://desk.example/b' }], oidc) })
    expect(kept.body.data?.secrets).toEqual(['oidc.client_secret', 'destination.zammad.token'])
    const other = { ...oidc, issuer: 'https://other.example/realm', client_secret: '' }
    const given = await on.call<ShownForm>('PUT', '/settings/forms/moved', { body: moved([{ ...desk, url: 'https://evil.example/', token: 'theirs' }], other) })
    expect(given.body.data?.secrets).toEqual(['destination.zammad.token'])
  })

  test.each<[unknown, string]>([
    [{ ...hook }, 'params.destination'],
    [{ ...hook, secret: 'whsec_short' }, 'params.destination'],
    [{ ...hook, secret: 'a secret that is long enough, but none' }, 'params.destination'],
    [{ ...hook, secret: SECRET, url: 'http://8.8.8.8/' }, 'params.destination'],
    [{ ...hook, secret: SECRET, url: 'https://10.0.0.1/' }, 'params.destination'],
    [{ ...hook, secret: SECRET, url: 'https://u:p@hooks.example/' }, 'params.destination'],
    [{ ...hook, secret: SECRET, url: 'javascript:alert(1)' }, 'params.destination'],
    [{ kind: 'zammad', url: 'https://desk.example', group: 'Users' }, 'params.destination'],
    [{ kind: 'redmine', url: 'https://redmine.example', project: 'works' }, 'params.destination'],
    [{ kind: 'redmine', url: 'https://redmine.example', token: 'a', project: '../users' }, 'params.destination'],
    [{ kind: 'osticket', url: 'https://osticket.example', token: 'a' }, 'params.destination'],
    [{ kind: 'jira', url: 'https://jira.example', token: 'a', service_desk: '1/../2', request_type: 2 }, 'params.destination'],
    [{ kind: 'glpi', url: 'https://glpi.example', app_token: 'a' }, 'params.destination'],
    [{ kind: 'glpi', url: 'https://10.0.0.1/', token: 'a' }, 'params.destination'],
    [{ kind: 'email', address: 'a@b.it\r\nBcc: c@d.it' }, 'params.destination'],
    [{ kind: 'email', address: 'a@b.it, c@d.it' }, 'params.destination'],
    [{ kind: 'carrier-pigeon' }, 'params.destination'],
    [
      [
        { ...hook, secret: SECRET },
        { ...hook, secret: SECRET },
      ],
      'params.destination',
    ],
    ['https://hooks.example', 'params.destination'],
  ])('are rejected if their value is invalid: %j', async (destination, field) => {
    const [status, ...rest] = codes(await on.call('POST', '/settings/forms', { body: setting('wrong', destination) }))
    expect(status).toBe(400)
    expect(rest[0]).toMatch(new RegExp(`^forms_mgmt0001 ${field.replace('.', '\\.')}`))
    expect(await rowsOf(on.server, "select from customers where customer_code = 'wrong'")).toEqual([])
  })
})
