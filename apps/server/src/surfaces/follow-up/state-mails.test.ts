import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startStateMailsCase } from '../../../test/state-mails-case.ts'
import { rowsOf } from '../../../test/traces.ts'

let on: Awaited<ReturnType<typeof startStateMailsCase>>
let [anna, again, bruno, carla] = ['', '', '', '']
beforeAll(async () => {
  on = await startStateMailsCase()
  ;[anna, again, bruno, carla] = ['anna', 'again', 'bruno', 'carla'].map((name) => on.tickets[name] ?? '') as [string, string, string, string]
})
afterAll(() => on.server.close())
beforeEach(async () => {
  await on.setUp({})
  await on.reset()
})

const recipients = async () => (await on.tell()).map(({ recipient }) => recipient)

describe('a mail about a change of state', () => {
  test('is sent some minutes after the change, with the ticket, the change in words, and the link of the page', async () => {
    await on.close(anna)
    await on.run()
    expect(await on.mails()).toEqual([])
    const [notice] = await rowsOf(on.server, 'select round(extract(epoch from due_at - now()) / 60)::int as minutes from state_notices')
    expect(notice).toEqual({ minutes: 5 })
    const [mail, ...more] = await on.tell()
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      recipient: 'Anna.Neri@example.org',
      subject: `Novità sulla tua richiesta ${anna}`,
      state: 'kept',
      request_id: await on.idOf(anna),
    })
    expect(mail?.text_body).toContain(`Codice della richiesta: ${anna}`)
    expect(mail?.text_body).toMatch(/\d\d\/\d\d\/\d{4}, \d\d:\d\d – Conclusa dall’ufficio/)
    expect(mail?.text_body.replaceAll(/\s/g, '')).toContain(`/ours/follow-up?locale=it#key=${await on.keyOf(anna)}`)
    expect((await on.enter({ key: /#key=([\w.-]+)/.exec(mail?.text_body.replaceAll(/\s/g, '') ?? '')?.[1] })).body.data).toMatchObject({
      ticket: anna,
      state: 'closed',
    })
    expect(mail?.html_body).toContain('class="mail-button"')
    expect(mail?.html_body).toContain('class="mail-code"')
  })

  test('contains nothing internal and no answer', async () => {
    await on.call('POST', `/requests/${anna}/notes`, 'all', { body: { text: 'Il signore insiste' } })
    await on.call('PUT', `/requests/${anna}/desk`, 'all', { body: { state: 'Dal tecnico', assignee: 'all', labels: ['furbo'], due_on: '2030-01-01' } })
    const [mail] = await on.tell()
    expect(mail?.text_body).toContain('Stato: Dal tecnico')
    expect(`${mail?.text_body} ${mail?.html_body}`).not.toMatch(/insiste|furbo|2030|cmd\|calc|Via Roma/)
  })

  test('lists what changed since the last mail, in the order of the times and in the time zone of the form', async () => {
    await on.server.load({ settings: [{ code: 'time_zone', value: 'Asia/Tokyo' }] })
    await on.close(anna, 'Dal tecnico')
    await on.close(anna)
    await rowsOf(on.server, "update desk_entries set created_at = '2030-06-01 22:30Z' where after = '\"closed\"'")
    const [first] = await on.tell()
    expect(first?.text_body).toMatch(/Stato: Dal tecnico[\s\S]*02\/06\/2030, 07:30 – Conclusa dall’ufficio/)
    await on.server.load({ settings: [{ code: 'time_zone', value: 'Europe/Rome' }] })
    await on.rest()
    await rowsOf(on.server, "update desk_entries set created_at = now() - interval '1 hour'")
    await on.close(anna, 'open')
    const [, second] = await on.tell()
    expect(second?.text_body).toContain('Riaperta dall’ufficio')
    expect(second?.text_body).not.toMatch(/Dal tecnico|Conclusa/)
  })

  test('is not sent for a change that was undone, nor for one that changes no state', async () => {
    await on.close(anna)
    await on.close(anna, 'open')
    await on.call('PUT', `/requests/${bruno}/desk`, 'all', { body: { assignee: 'all' } })
    expect((await on.notices()).length).toBe(1)
    expect(await on.tell()).toEqual([])
    expect(await on.notices()).toEqual([])
  })

  test('waits for the last change, and no longer than a quarter of an hour', async () => {
    await on.close(anna, 'Dal tecnico')
    const minutes = async () =>
      (await rowsOf(on.server, 'select round(extract(epoch from due_at - now()) / 60)::int as minutes from state_notices'))[0]?.minutes
    await rowsOf(on.server, "update state_notices set first_at = now() - interval '7 minutes', due_at = now() - interval '2 minutes'")
    await on.close(anna, 'In attesa')
    expect(await minutes()).toBe(5)
    await rowsOf(on.server, "update state_notices set first_at = now() - interval '13 minutes'")
    await on.close(anna)
    expect(await minutes()).toBe(5)
    await rowsOf(on.server, "update state_notices set due_at = now() + interval '1 minute'")
    await on.close(anna, 'open')
    expect(await minutes()).toBe(2)
  })

  test('of the kind `closed` tells only that a request was closed or reopened', async () => {
    await on.setUp({ mails: 'closed' })
    await on.close(anna, 'Dal tecnico')
    expect(await on.tell()).toEqual([])
    await on.close(anna)
    const [mail] = await on.tell()
    expect(mail?.text_body).toContain('Conclusa dall’ufficio')
    expect(mail?.text_body).not.toContain('Dal tecnico')
    await on.rest()
    await on.close(anna, 'In attesa')
    expect((await on.tell())[1]?.text_body).toMatch(/Riaperta dall’ufficio(?![\s\S]*In attesa)/)
  })

  test('names no states if the page does not', async () => {
    await on.setUp({ states: false })
    await on.close(anna, 'Dal tecnico')
    expect(await on.tell()).toEqual([])
    await on.close(anna)
    expect((await on.tell())[0]?.text_body).not.toContain('Dal tecnico')
  })

  test('is in the language of the request', async () => {
    await rowsOf(on.server, "update requests set lang_code = 'de' where ticket = $1", [anna])
    await on.close(anna)
    const [mail] = await on.tell()
    await rowsOf(on.server, "update requests set lang_code = 'it' where ticket = $1", [anna])
    expect([mail?.lang_code, mail?.subject]).toEqual(['de', `Neues zu Ihrer Anfrage ${anna}`])
    expect(mail?.text_body).toMatch(/Guten Tag[\s\S]*Nummer der Anfrage/)
    expect(mail?.html_body).toContain('<html lang="de"')
  })

  test('has the form’s own template, with its variables', async () => {
    await on.setUp({}, { params: { states_email_template: 'news' } })
    const texts = {
      subject: 'News {{ ticket }} {{ count }}',
      html: '<p>{% for r in requests %}{{ r.ticket }} {{ r.changes }} {{ r.link }}{% endfor %}{{ more }}</p>',
    }
    await rowsOf(on.server, "insert into mail_templates (name, lang_code, subject, html) values ('news', 'it', $1, $2)", [texts.subject, texts.html])
    await on.close(anna)
    const [mail] = await on.tell()
    expect(mail?.subject).toBe(`News ${anna} 1`)
    expect(mail?.text_body).toContain(anna)
    const preview = await on.call<{ unknown: string[]; text: string }>('POST', '/templates/preview', 'all', { body: texts })
    expect(preview.body.data).toMatchObject({ unknown: [], text: expect.stringMatching(/AB-12345678 22\/11\/2026, 09:30 – Conclusa/) })
  })
})

describe('the changes of one mailbox', () => {
  test('within the hours that the form sets go into one mail, with a link each', async () => {
    await on.close(anna)
    expect(await recipients()).toEqual(['Anna.Neri@example.org'])
    await on.close(again)
    await on.close(anna, 'In attesa')
    await on.close(bruno)
    expect(await recipients()).toEqual(['Anna.Neri@example.org', 'bruno@example.org'])
    expect(
      (await rowsOf(on.server, "select from state_notices where due_at between now() + interval '58 minutes' and now() + interval '60 minutes'")).length,
    ).toBe(2)
    await on.rest()
    const [, , digest, ...more] = await on.tell()
    expect(more).toEqual([])
    expect(digest).toMatchObject({ recipient: 'anna.neri@example.org', subject: 'Novità su 2 richieste: Form ours', request_id: null })
    expect(digest?.text_body).toContain(`\n${anna}\n`)
    const text = digest?.text_body.replaceAll(/\s/g, '') ?? ''
    for (const ticket of [anna, again]) expect(text).toContain(`#key=${await on.keyOf(ticket)}`)
    expect(digest?.html_body).toContain(`Segui la richiesta ${again}</a>`)
    // The newest request comes first.
    expect(text.indexOf(again)).toBeLessThan(text.indexOf(anna))
  })

  test('wait for each other if they are made within minutes', async () => {
    await on.close(anna)
    await on.close(again)
    await rowsOf(on.server, 'update state_notices set due_at = now() where request_id = $1', [await on.idOf(anna)])
    await on.run()
    expect((await on.notices()).length).toBe(2)
    expect((await on.tell()).map(({ subject }) => subject)).toEqual(['Novità su 2 richieste: Form ours'])
  })

  test('of several forms are mailed by each form', async () => {
    const other = await on.send('theirs', 'Anna.Neri@example.org', { street: 'Via Po' })
    await on.settle()
    for (const ticket of [anna, other, carla]) await on.close(ticket)
    expect((await recipients()).toSorted()).toEqual(['Anna.Neri@example.org', 'Anna.Neri@example.org', 'carla@example.org'])
    await rowsOf(on.server, 'delete from requests where ticket = $1', [other])
  })

  test('are listed for 20 requests, and the others are counted', async () => {
    await on.changeAll(await on.copies('M-', 23, 'many@example.org'))
    const [mail, ...more] = await on.tell()
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Novità su 23 richieste: Form ours')
    expect(mail?.html_body.match(/<h2/g)).toHaveLength(20)
    expect(mail?.text_body).toContain('che qui non elenchiamo: 3.')
    await rowsOf(on.server, "delete from requests where ticket like 'M-%'")
  })
})

describe('a merged request', () => {
  const merge = (into: string | null) =>
    into ? on.call('PUT', `/requests/${anna}/merge`, 'all', { body: { into } }) : on.call('DELETE', `/requests/${anna}/merge`)

  test('says once that it is handled together with another one, and not with which', async () => {
    expect((await merge(bruno)).status).toBe(200)
    const [mail] = await on.tell()
    expect(mail?.text_body.replaceAll(/\s+/g, ' ')).toContain('Un’altra richiesta dice la stessa cosa')
    expect(mail?.text_body).not.toMatch(/Conclusa/)
    expect(mail?.html_body).not.toContain(bruno)
    await on.rest()
    expect((await merge(null)).status).toBe(200)
    expect((await on.tell())[1]?.text_body).toContain('Riaperta dall’ufficio')
    await on.rest()
    await merge(bruno)
    expect(await on.tell()).toHaveLength(2)
  })

  test('that is taken apart at once says nothing', async () => {
    await merge(bruno)
    await merge(null)
    expect(await on.tell()).toEqual([])
  })
})
