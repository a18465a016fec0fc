import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailCase } from '../../../test/mail-case.ts'
import { type MailSink, startMailSink } from '../../../test/mail-sink.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { ANSWERS } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { withCustomer } from '../../platform/db/with-customer.ts'
import { decryptSummary } from '../../requests/requests/encrypted-answers.ts'

let sink: MailSink
let server: TestServer
let mails: ReturnType<typeof mailCase>
beforeAll(async () => {
  sink = await startMailSink()
  server = await startTestServer({ worker: true, env: { SMTP_URL: sink.url, MAIL_FROM: 'forms@sportello.example' } })
  mails = mailCase(server, sink)
  await server.load(sampleBundle())
})
afterAll(async () => {
  await server.close()
  await sink.close()
})

describe('a rendered mail', () => {
  test('shows answers that contain HTML or Liquid code exactly as the visitor typed them', async () => {
    await server.load({
      ...sampleBundle({ code: 'own', params: { validation_email_template: 'mine' } }),
      templates: [
        {
          name: 'mine',
          lang_code: 'it',
          subject: 'About {{ street }}',
          html: '<p>You wrote: {{ street }} / {{ story }}</p><p>{{ link }}</p><script>alert(1)</script>',
        },
      ],
    })
    const street = '<b>x</b>{{ link }}{% if 1 %}'
    const { mail } = await mails.sendAndWait({ street, story: 'a\r\nBcc: eva@example.org\n$& &amp; <img src=//evil.test>' }, { customer: 'own' })
    expect(mail.subject).toBe(`About ${street}`)
    expect(mail.html).toContain('You wrote: &lt;b&gt;x&lt;/b&gt;{{ link }}{% if 1 %} / a')
    expect(mail.html).toContain('$&amp; &amp;amp; &lt;img src=//evil.test&gt;')
    expect(mail.html).not.toMatch(/<(?:b|img|script)[\s>]/)
    expect(mail.text).toContain(`You wrote: ${street} / a`)
    expect(mail.bcc ?? []).toEqual([])
    expect(mail.headers.map((header) => header.key)).not.toContain('bcc')
  })

  test('has the same text as the summary on the receipt page, with the link added', async () => {
    const all = '{{ ticket }} / {{ form_title }} / {{ customer }} / {{ from }} / {{ to }} / {{ expiration }}'
    const bundle = sampleBundle({ code: 'alike', params: { validation_email_template: 'alike', form_title: undefined } })
    const text = JSON.stringify({ ...bundle, templates: [{ name: 'alike', lang_code: 'it', subject: 'x', html: `<p>${all} / {{ link }}</p>` }] })
    // The test removes the parameter `form_title`. The mail and the summary therefore use the name of the form's first
    // step as their title.
    await server.load(JSON.parse(text.replace(/"form_title":"Form alike",?/, '').replace(/<p>\{\{ ticket \}\}: [^<]*<\/p>/, `<p>${all} / {{ link }}</p>`)))
    const { id, mail, ticket, email } = await mails.sendAndWait(undefined, { customer: 'alike' })
    const [row] = await rowsOf(server, 'select customer_code, id, summary_html from requests where id = $1', [id])
    const summary = await withCustomer(server.database.kysely, 'alike', (db) =>
      decryptSummary(server.services.encryption, db, row as unknown as Parameters<typeof decryptSummary>[2]),
    )
    const toTheHour = (text: string | null | undefined) => text?.replaceAll(/:\d\d/g, '')
    const line = mail.html?.match(/<p>(.*?) \/ (?:<a |http)/)?.[1]
    expect(line).toMatch(new RegExp(`^${ticket} / What do you need\\? / .+ / \\d\\d/.+ / ${email} / \\d\\d/.+`))
    expect(toTheHour(summary)).toBe(`<p>${toTheHour(line)} / </p>`)
  })

  test('gets no additional header from line breaks in an answer', async () => {
    await server.load({
      ...sampleBundle({ code: 'broken', params: { validation_email_template: 'lines' } }),
      templates: [{ name: 'lines', lang_code: 'it', subject: '{{ story }}', html: '<p>{{ link }}</p>' }],
    })
    const { mail, to, email } = await mails.sendAndWait({ ...ANSWERS, story: 'Hello\r\nBcc: eva@example.org\r\n\r\nbody' }, { customer: 'broken' })
    expect(mail.subject).toBe('Hello Bcc: eva@example.org body')
    expect(to).toEqual([email])
  })

  test('is in the language of the form step that the visitor filled in', async () => {
    const leaf = (code_tag: string, lang_code: string) => ({
      code_tag,
      tag_description: lang_code,
      tag_type: 'FORM_LANG',
      params: [{ params_type: 'FORM_LANG', lang_code }],
      form_fields: [{ type: 'PROPERTY', ordering: 1, value: { property_code: 'x', property_description: 'x', default_value: { input_type: 'text' } } }],
    })
    await server.load({
      definitions: [
        {
          code_tag: 'polyglot',
          tag_description: 'x',
          form_params: { auth_type: ['FREE'], form_title: 'P' },
          children: [leaf('step-de', 'de'), leaf('step-el', 'el')],
        },
      ],
      forms: [{ code_form: 'polyglot', code_tag: 'polyglot' }],
    })
    const german = await mails.sendAndWait({ x: 'a' }, { customer: 'polyglot', step: 'step-de' })
    expect(german.mail.html).toContain('<html lang="de"')
    expect(german.mail.text).toContain('&locale=de')
    const greek = await mails.sendAndWait({ x: 'a' }, { customer: 'polyglot', step: 'step-el' })
    expect(greek.mail.subject).toMatch(/[α-ω]/)
    expect(greek.mail.html).toContain('<html lang="el"')
  })
})
