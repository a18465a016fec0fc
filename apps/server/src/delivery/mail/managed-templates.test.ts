import type { ListedTemplate } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { openOperatorSession } from '../../management/operator-session.ts'
import { createOperator, OperatorRejected } from '../../surfaces/operators/create-operator.ts'
import { sendMail } from './send-mail.ts'

let server: TestServer
let owner: string
beforeAll(async () => {
  server = await startTestServer()
  await server.load(sampleBundle({ code: 'ours' }))
  owner = await openOperatorSession(server.database, 'operator')
})
afterAll(() => server.close())

const call = <T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}, bearer = owner) =>
  server.call<T>(method, `/managements${path}`, {
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), Authorization: `Bearer ${bearer}`, ...headers },
  })

describe('a mail template', () => {
  test('can be added, changed with its version from the ETag header, and deleted', async () => {
    const added = await call<ListedTemplate>('PUT', '/templates/welcome/it', { subject: 'Ciao', html: '<p>{{ ticket }}</p>' }, { 'if-match': '""' })
    expect(added).toMatchObject({ status: 200, body: { data: { name: 'welcome', lang_code: 'it', subject: 'Ciao' } } })
    expect((await call('PUT', '/templates/welcome/it', { subject: 'Over it', html: 'x' }, { 'if-match': '""' })).status).toBe(409)
    const tag = { 'if-match': `"${added.body.data?.version}"` }
    expect((await call('PUT', '/templates/welcome/it', { subject: 'Salve', html: '<p>x</p>' }, tag)).status).toBe(200)
    expect((await call('PUT', '/templates/welcome/it', { subject: 'Late', html: '<p>x</p>' }, tag)).status).toBe(409)
    expect((await call<ListedTemplate[]>('GET', '/templates')).body.data).toContainEqual(expect.objectContaining({ name: 'welcome', subject: 'Salve' }))
    expect((await call('DELETE', '/templates/welcome/it')).status).toBe(200)
    expect((await call('DELETE', '/templates/welcome/it')).status).toBe(404)
    expect((await rowsOf(server, "select action from audit_lines where subject = 'welcome (it)' order by id")).map(({ action }) => action)).toEqual([
      'template.add',
      'template.edit',
      'template.delete',
    ])
  })

  test.each<[string, object, string[]]>([
    ['a subject that does not parse', { subject: '{{ ticket', html: 'x' }, ['subject']],
    ['a text that does not parse', { subject: 'x', html: '{% if %}' }, ['html']],
    ['nothing', { subject: ' ', html: '' }, ['subject', 'html']],
  ])('that contains %s is rejected, and the errors name the invalid fields', async (_why, body, fields) => {
    for (const [method, path] of [
      ['PUT', '/templates/wrong/it'],
      ['POST', '/templates/preview'],
    ] as const) {
      const answer = await call(method, path, body)
      expect([answer.status, answer.body.errors.map(({ data }) => data.field)]).toEqual([400, fields])
    }
    expect(await rowsOf(server, "select from mail_templates where name = 'wrong'")).toEqual([])
  })

  test.each(['/templates/wr%20ong/it', '/templates/wrong/ita', `/templates/${'a'.repeat(129)}/it`])('has no endpoint at the invalid URL %s', async (path) => {
    expect((await call('PUT', path, { subject: 'x', html: 'x' })).status).toBe(404)
  })

  test('is shown in a preview with example values and a form’s questions', async () => {
    const { body } = await call<{ subject: string; text: string }>('POST', '/templates/preview', {
      subject: 'Ticket {{ ticket }}',
      html: '<p>{{ street }}</p><script>alert(1)</script><p>{{ nothing }}</p>',
      form: 'ours',
    })
    expect(body.data?.subject).toBe('Ticket AB-12345678')
    expect(body.data?.text).toMatch(/^\[.+\]/)
    expect(body.data?.text).not.toContain('alert')
    expect((await call('POST', '/templates/preview', { subject: 'x', html: 'x', form: 'absent' })).status).toBe(404)
    expect((await call('POST', '/templates/preview', { subject: 'x', html: '{{ "a" | explode }}' })).status).toBe(400)
    expect((await call('POST', '/templates/preview', { subject: 'x', html: '{% for a in (1..1000000) %}{{ a }}{% endfor %}' })).status).toBe(400)
  })

  test('with an endless loop or endless output is rejected', async () => {
    const endless = '{% for a in (1..1000) %}{% for b in (1..1000) %}{% for c in (1..1000) %}{% endfor %}{% endfor %}{% endfor %}'
    const long = `{% for a in (1..1000) %}{{ a }}${'<b>a</b>'.repeat(10_000)}{% endfor %}`
    for (const [subject, html] of [
      [endless, 'x'],
      ['x', endless],
      ['x', long],
    ])
      expect((await call('POST', '/templates/preview', { subject, html })).status).toBe(400)
  })
})

describe('an operator created by the CLI', () => {
  test('signs in with the password that the CLI prints once', async () => {
    const password = await createOperator(server.database, 'nina', 'viewer')
    const { body } = await server.call<{ auth: string }>('POST', '/managements/sign-in', {
      body: JSON.stringify({ username: 'nina', password }),
      headers: { 'content-type': 'application/json' },
    })
    expect((await call<{ role: string }>('GET', '/account', undefined, {}, body.data?.auth)).body.data?.role).toBe('viewer')
  })

  test.each([
    ['nina', 'owner'],
    ['a b', 'owner'],
    ['otto', 'king'],
    [undefined, 'owner'],
  ])('is rejected with the user name %s and the role %s', async (name, role) => {
    await expect(createOperator(server.database, name, role)).rejects.toThrow(OperatorRejected)
  })
})

describe('a preview of a mail template', () => {
  test('is the same HTML document that is sent, and lists unknown variables', async () => {
    const texts = {
      subject: '{{ ticket }} {{ tiket }}',
      html: '<p style="color:red">{{ link }} {{ nobody }} {% assign own = 1 %}{{ own }}</p><script>x</script>',
    }
    const { body } = await call<{ html: string; unknown: string[] }>('POST', '/templates/preview', texts)
    expect(body.data?.unknown).toEqual(['tiket', 'nobody'])
    expect(body.data?.html).toMatch(/^<!doctype html>\s*<html lang="it"/)
    expect(body.data?.html).not.toContain('<script')
  })

  test('accepts the questions of the chosen form as variables; if no form is chosen, the questions of all forms', async () => {
    const [row] = await rowsOf(
      server,
      "select jsonb_path_query_first(document, 'strict $.**.property_code') #>> '{}' as code from definition_versions where code_tag = 'ours-root'",
    )
    const texts = { subject: 'x', html: `{{ ${row?.code} }}` }
    for (const form of [{}, { form: 'ours' }])
      expect((await call<{ unknown: string[] }>('POST', '/templates/preview', { ...texts, ...form })).body.data?.unknown).toEqual([])
  })
})

describe('a test mail of a template', () => {
  const texts = { subject: 'Prova {{ ticket }}', html: '<p>{{ form_title }}</p>' }
  const mailsTo = (address: string) => rowsOf(server, 'select subject, kind, customer_code from mails where recipient = $1', [address])

  test('is sent to the address that the operator typed, or to the operator’s own address if none was typed', async () => {
    expect((await call('POST', '/templates/test', { ...texts, form: 'ours', to: 'typed@example.org' })).body.data).toEqual({ recipient: 'typed@example.org' })
    expect(await mailsTo('typed@example.org')).toEqual([{ subject: 'Prova AB-12345678', kind: 'success', customer_code: 'ours' }])
    await rowsOf(server, "update operators set email = 'own@example.org' where username = 'operator'")
    expect((await call('POST', '/templates/test', { ...texts, form: 'ours' })).body.data).toEqual({ recipient: 'own@example.org' })
    expect(await mailsTo('own@example.org')).toHaveLength(1)
    const [row] = await rowsOf(server, "select id from mails where recipient = 'typed@example.org'")
    await sendMail(server.services, null, 'ours', String(row?.id))
    expect(await rowsOf(server, 'select state from mails where id = $1', [row?.id])).toEqual([{ state: 'kept' }])
  })

  test.each<[string, object, number]>([
    ['without a form', { ...texts, to: 'nobody@example.org' }, 400],
    ['of a form that is not there', { ...texts, form: 'absent', to: 'nobody@example.org' }, 404],
    ['to two addresses', { ...texts, form: 'ours', to: 'nobody@example.org, b@example.org' }, 400],
    ['that does not parse', { ...texts, html: '{% if %}', form: 'ours', to: 'nobody@example.org' }, 400],
  ])('%s is rejected and nothing is sent', async (_why, body, status) => {
    expect((await call('POST', '/templates/test', body)).status).toBe(status)
    expect(await mailsTo('nobody@example.org')).toEqual([])
  })

  test('is rejected if the operator typed no address and has none in the operator’s account', async () => {
    await rowsOf(server, "update operators set email = '' where username = 'operator'")
    const { status, body } = await call('POST', '/templates/test', { ...texts, form: 'ours' })
    expect([status, body.errors[0]?.data.field]).toEqual([400, 'to'])
  })
})
