import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accessForm } from '../../../test/access-bundle.ts'
import { type MailSink, smtpError, startMailSink } from '../../../test/mail-sink.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { openTransport } from '../../delivery/mail/jobs.ts'
import type { MailTransport } from '../../delivery/mail/rules.ts'
import { lastMonday, mailOperators } from './mail-operators.ts'

/** Monday, 9 March 2026, 8:00 in Rome. */
const MONDAY = new Date('2026-03-09T07:00:00Z')

let sink: MailSink
let transport: MailTransport | null
let server: TestServer
beforeAll(async () => {
  sink = await startMailSink()
  transport = openTransport(sink.url)
  server = await startTestServer()
  for (const code of ['ours', 'theirs', 'idle']) await server.load(accessForm({ code, authTypes: ['FREE'] }))
})
afterAll(async () => {
  transport?.close()
  await server.close()
  await sink.close()
})
beforeEach(async () => {
  sink.taken.length = 0
  for (const table of ['visit_counts', 'visit_months', 'visit_subscriptions', 'operator_mails']) await rowsOf(server, `delete from ${table}`)
  await rowsOf(server, "delete from operators where username like 'op%' and username <> 'operator'")
})

/** Adds an operator with a confirmed address who subscribed to forms in February. */
async function subscriber(username: string, forms: string[], { customers = null, role = 'viewer', language = 'it' }: Partial<Options> = {}) {
  await rowsOf(
    server,
    "insert into operators (username, role, customers, email, confirmed_email) values ($1, $2, $3, $1 || '@office.example', $1 || '@office.example')",
    [username, role, customers],
  )
  for (const form of forms) await rowsOf(server, "insert into visit_subscriptions values ($1, $2, $3, '2026-02-20')", [form, username, language])
}
interface Options {
  customers: string[] | null
  role: string
  language: string
}

const count = (form: string, day: string, kind: string, number: number, subject = '', detail = '') =>
  rowsOf(server, "insert into visit_counts values ($1, $2, $3, 1, 'it', $4, $5, $6)", [form, day, kind, subject, detail, number])

const run = (at = MONDAY, by = transport) => mailOperators(server.services, by, () => {}, at)
const states = async () => (await rowsOf(server, 'select operator, state from operator_mails order by 1')).map(({ operator, state }) => [operator, state])
const recipients = () => sink.taken.map(({ to }) => to[0]).sort()
/** Text of a mail in one line. */
const textOf = (at = 0) => (sink.taken[at]?.mail.text ?? '').replaceAll(/\s+/g, ' ')

describe('the weekly mail', () => {
  test('has the figures of each form, the difference from the week before, and links; figures below five are hidden', async () => {
    await subscriber('op1', ['ours', 'idle', 'theirs'])
    await count('ours', '2026-03-02', 'visit', 11_200)
    await count('ours', '2026-03-08', 'visit', 34)
    await count('ours', '2026-03-09', 'visit', 5_000)
    await count('ours', '2026-03-01', 'visit', 1_000)
    await count('ours', '2026-02-22', 'visit', 7_000)
    await count('ours', '2026-03-04', 'start', 4)
    await count('ours', '2026-03-04', 'request', 10)
    await count('ours', '2026-02-25', 'request', 3)
    await count('ours', '2026-03-05', 'left', 6, 'ours-root')
    await count('theirs', '2026-03-05', 'visit', 20)
    await run()
    expect(recipients()).toEqual(['op1@office.example'])
    const [taken] = sink.taken
    expect(taken?.mail.subject).toBe('Statistiche della settimana 02–08 marzo')
    const text = textOf()
    expect(text).toContain('Visite: 11.234 (+10.234)')
    expect(text).toContain('Iniziate: meno di 5 *')
    expect(text).toContain('Richieste ricevute: 10 *')
    expect(text).toContain('Ticket aperti: 0 (0)')
    expect(text).toMatch(/Il passo da cui più persone escono: [^*]+ \(6\)/)
    expect(text).toContain('Visite: 20 (+20)')
    expect(text).toContain('Nessuna visita contata in questo periodo.')
    expect(text.indexOf('11.234')).toBeLessThan(text.indexOf('20 (+20)'))
    expect(text.indexOf('20 (+20)')).toBeLessThan(text.indexOf('Nessuna visita'))
    for (const form of ['ours', 'theirs', 'idle']) expect(text).toContain(`http://sportello.example/admin/management?view=forms&form=${form}&tab=visits`)
    expect(taken?.mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toBe(
      '<http://sportello.example/admin/management?view=forms&form=ours&tab=visits>',
    )
    expect(taken?.mail.html).toMatch(/^<!doctype html>\s*<html lang="it"/)
    expect(taken?.raw).not.toContain('undefined')
  })

  test.each(['en', 'de', 'es', 'fr', 'el', 'nl'])('is in the language %s of the subscriber', async (language) => {
    await subscriber('op1', ['ours'], { language })
    await count('ours', '2026-03-05', 'visit', 20)
    await count('ours', '2026-03-05', 'error', 7, 'x', 'campo_richiesto')
    await run()
    expect(sink.taken[0]?.mail.html).toMatch(new RegExp(`^<!doctype html>\\s*<html lang="${language}"`))
    expect(textOf()).toContain(': 20 (+20)')
    expect(textOf()).not.toMatch(/undefined|\{\{|Visite:/)
  })

  test('shows markup and template tags in the texts of authors as text, also in the mail that confirms an address', async () => {
    const form_title = '<img src=x onerror=alert(1)>{{ others }}<a href="https://evil.test">x</a>'
    await server.load(accessForm({ code: 'hostile', authTypes: ['FREE'], params: { form_title } }))
    await subscriber('op1', ['hostile'])
    await count('hostile', '2026-03-05', 'visit', 20)
    await rowsOf(
      server,
      "insert into operator_mails (kind, day, operator, lang_code, recipient, form) values ('address', current_date, 'op1', 'it', 'op1@office.example', 'hostile')",
    )
    await run()
    expect(sink.taken.length).toBe(2)
    for (const { mail } of sink.taken) {
      expect(mail.html).not.toMatch(/<img|<a [^>]*evil/)
      expect(mail.text?.replaceAll(/\s+/g, ' ')).toMatch(/<img src=x onerror=alert\(1\)>{{ others }}/i)
    }
  })

  test('has the 20 most visited forms, and says how many others there are', async () => {
    const many = Array.from({ length: 23 }, (_, at) => `many${String(at).padStart(2, '0')}`)
    for (const code of many) await server.load(accessForm({ code, authTypes: ['FREE'] }))
    await subscriber('op1', many)
    for (const [at, code] of many.entries()) await count(code, '2026-03-05', 'visit', 10 + at)
    await run()
    const text = textOf()
    const shown = [...text.matchAll(/Visite: (\d+)/g)].map(([, visits]) => Number(visits))
    expect(shown).toEqual(Array.from({ length: 20 }, (_, at) => 32 - at))
    expect(text).toContain('con meno visite: 3.')
  })
})

describe('operators', () => {
  test('get one mail a week, although the job runs again and two workers run at once', async () => {
    for (let at = 0; at < 8; at++) await subscriber(`op${at}`, ['ours'])
    await Promise.all([run(), run(), run()])
    await run(new Date('2026-03-12T12:00:00Z'))
    expect(recipients()).toEqual(Array.from({ length: 8 }, (_, at) => `op${at}@office.example`))
    await run(new Date('2026-03-16T07:00:00Z'))
    expect(sink.taken.length).toBe(16)
  })

  test('get none who cannot sign in, whose address is not confirmed, whose role sees no figures, or who have left', async () => {
    for (const name of ['disabled', 'changed', 'never', 'agent', 'gone']) await subscriber(`op_${name}`, ['ours'])
    await subscriber('op_good', ['ours'])
    await rowsOf(server, "update operators set disabled = true where username = 'op_disabled'")
    await rowsOf(server, "update operators set email = 'other@office.example' where username = 'op_changed'")
    await rowsOf(server, "update operators set confirmed_email = null where username = 'op_never'")
    await rowsOf(server, "update operators set role = 'agent' where username = 'op_agent'")
    await rowsOf(server, "delete from operators where username = 'op_gone'")
    await run()
    expect(recipients()).toEqual(['op_good@office.example'])
    expect(await states()).toEqual([
      ['op_agent', 'skipped'],
      ['op_good', 'sent'],
    ])
  })

  test('get nothing about forms out of reach or deleted forms, and no mail if none is left', async () => {
    await server.load(accessForm({ code: 'shortlived', authTypes: ['FREE'] }))
    await subscriber('op1', ['ours', 'theirs', 'shortlived'], { customers: ['theirs', 'shortlived'] })
    await subscriber('op2', ['ours'], { customers: ['theirs'] })
    await subscriber('op3', ['ours', 'theirs'], { customers: [] })
    await count('ours', '2026-03-05', 'visit', 777)
    await count('theirs', '2026-03-05', 'visit', 55)
    await rowsOf(server, "delete from customers where customer_code = 'shortlived'")
    server.services.catalog.forget()
    await run()
    expect(recipients()).toEqual(['op1@office.example'])
    expect(textOf()).toContain('55')
    expect(sink.taken[0]?.raw).not.toMatch(/777|form=ours|shortlived/)
    expect(await rowsOf(server, "select customer_code from visit_subscriptions where operator = 'op1' order by 1")).toEqual([
      { customer_code: 'ours' },
      { customer_code: 'theirs' },
    ])
  })

  test('who lose a form while the mail server is away get a mail without it', async () => {
    await subscriber('op1', ['ours', 'theirs'])
    sink.answers.rcpt.push(smtpError(451, 'try later'))
    await run()
    expect(await states()).toEqual([['op1', 'queued']])
    await rowsOf(server, "update operators set customers = '{theirs}' where username = 'op1'")
    await rowsOf(server, 'update operator_mails set next_attempt_at = now()')
    await run()
    expect(sink.taken[0]?.raw).not.toContain('form=ours')
    expect(await states()).toEqual([['op1', 'sent']])
  })

  test('who subscribe on Monday after six get their first mail a week later', async () => {
    await subscriber('op1', ['ours'])
    await rowsOf(server, "update visit_subscriptions set subscribed_at = '2026-03-09T05:01:00Z'")
    await run()
    expect(sink.taken).toEqual([])
    await run(new Date('2026-03-16T05:00:00Z'))
    expect(recipients()).toEqual(['op1@office.example'])
  })
})

describe('a mail', () => {
  test('that may have reached the mail server is sent again with the same texts and Message-ID', async () => {
    await subscriber('op1', ['ours'])
    await count('ours', '2026-03-05', 'visit', 20)
    sink.cuts = 1
    await run()
    const [row] = await rowsOf(server, 'select text_body, state from operator_mails')
    expect(row).toMatchObject({ state: 'queued', text_body: expect.stringContaining('20 (+20)') })
    await count('ours', '2026-03-06', 'visit', 60)
    await rowsOf(server, 'update operator_mails set next_attempt_at = now()')
    await run()
    expect(textOf()).toContain('20 (+20)')
    expect(await rowsOf(server, 'select state, text_body, html_body, subject, attempts from operator_mails')).toEqual([
      { state: 'sent', text_body: null, html_body: null, subject: null, attempts: 2 },
    ])
  })

  test('that the mail server rejects for good is not tried again, and delays no other', async () => {
    for (const name of ['op1', 'op2']) await subscriber(name, ['ours'])
    sink.answers.rcpt.push(smtpError(550, 'no such mailbox'))
    await run()
    await run()
    expect(sink.taken.length).toBe(1)
    expect((await states()).map(([, state]) => state).sort()).toEqual(['failed', 'sent'])
  })

  test('that cannot be written is tried later, and delays no other', async () => {
    for (const name of ['op1', 'op2']) await subscriber(name, [name === 'op1' ? 'ours' : 'theirs'])
    const lookUp = server.services.catalog.customer.bind(server.services.catalog)
    server.services.catalog.customer = (code) => (code === 'ours' ? Promise.reject(new Error('broken')) : lookUp(code))
    try {
      await run()
    } finally {
      server.services.catalog.customer = lookUp
    }
    expect(recipients()).toEqual(['op2@office.example'])
    expect(await rowsOf(server, "select state, last_error, attempts from operator_mails where operator = 'op1'")).toEqual([
      { state: 'queued', last_error: 'broken', attempts: 1 },
    ])
  })

  test('is only marked without a mail server', async () => {
    await subscriber('op1', ['ours'])
    await run(MONDAY, null)
    expect(await states()).toEqual([['op1', 'kept']])
  })

  test('that confirms an address has a link to the form in the dashboard, whose code confirms it', async () => {
    await rowsOf(server, "insert into operators (username, role, email) values ('op1', 'viewer', 'op1@office.example')")
    await rowsOf(
      server,
      "insert into operator_mails (kind, day, operator, lang_code, recipient, form) values ('address', current_date, 'op1', 'de', 'op1@office.example', 'ours')",
    )
    await run()
    expect(recipients()).toEqual(['op1@office.example'])
    expect(sink.taken[0]?.mail.subject).toBe('Bestätigen Sie Ihre E-Mail-Adresse')
    expect(sink.taken[0]?.mail.html).toMatch(
      /<a class="mail-button" href="http:\/\/sportello\.example\/admin\/management\?view=forms&amp;form=ours&amp;tab=visits&amp;f\.confirm=[\w-]{43}"/,
    )
  })

  test('to an address that the operator no longer has is not sent', async () => {
    await rowsOf(server, "insert into operators (username, role, email) values ('op1', 'viewer', 'new@office.example')")
    await rowsOf(
      server,
      "insert into operator_mails (kind, day, operator, lang_code, recipient, form) values ('address', current_date, 'op1', 'de', 'op1@office.example', 'ours')",
    )
    await run()
    expect(sink.taken).toEqual([])
    expect(await states()).toEqual([['op1', 'skipped']])
  })
})

test.each([
  ['Europe/Rome', '2026-03-09T04:59:59Z', '2026-03-02', '2026-03-02T05:00:00.000Z'],
  ['Europe/Rome', '2026-03-09T05:00:00Z', '2026-03-09', '2026-03-09T05:00:00.000Z'],
  // Clocks went forward on Sunday, and back.
  ['Europe/Rome', '2026-03-29T12:00:00Z', '2026-03-23', '2026-03-23T05:00:00.000Z'],
  ['Europe/Rome', '2026-03-30T03:59:59.999Z', '2026-03-23', '2026-03-23T05:00:00.000Z'],
  ['Europe/Rome', '2026-03-30T04:00:00Z', '2026-03-30', '2026-03-30T04:00:00.000Z'],
  ['Europe/Rome', '2026-10-25T12:00:00Z', '2026-10-19', '2026-10-19T04:00:00.000Z'],
  ['America/New_York', '2026-03-09T09:00:00Z', '2026-03-02', '2026-03-02T11:00:00.000Z'],
  ['America/New_York', '2026-03-09T10:00:00Z', '2026-03-09', '2026-03-09T10:00:00.000Z'],
  ['Asia/Tokyo', '2026-03-08T21:00:00Z', '2026-03-09', '2026-03-08T21:00:00.000Z'],
])('in %s, the last Monday at %s is %s, from %s', (zone, at, day, due) => {
  expect(lastMonday(zone, new Date(at))).toEqual({ day, due: new Date(due) })
})
