import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleBundle } from '../../test/sample-bundle.ts'
import { ANSWERS, freshAnswers, PNG, sendForm, withFiles } from '../../test/send.ts'
import { startTestServer, type TestServer } from '../../test/test-server.ts'
import { filesIn, rowsOf, tracesOf } from '../../test/traces.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load(sampleBundle({ code: 'ten', params: { max_requests: 10, max_period: 24 } }))
  await server.load(sampleBundle({ code: 'one', params: { max_requests: 1, max_period: 0.5 } }))
  await server.load(sampleBundle({ code: 'unset', params: { max_requests: 1 } }))
  await server.load(sampleBundle({ code: 'nameless', params: { max_requests: 1, auth_type: ['DATACOLLECTION'] } }))
})
afterAll(() => server.close())

const send = (code: string, email = 'anna@example.org', form = freshAnswers()) =>
  server.call('POST', `/forms/${code}`, { body: withFiles(sendForm(form, { email, confirmed_email: email }), ['a.png', PNG]) })

async function refusal(answer: Promise<{ status: number; body: { errors: { data: { code: string; params: string[] } }[] } }>) {
  const { status, body } = await answer
  return [status, ...body.errors.map(({ data }) => [data.code, data.params])]
}

describe('at most so many requests of one mailbox', () => {
  test('of 60 at once just 10 are stored, the others are told the limit and leave nothing', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => send('ten', at % 2 ? 'anna@example.org' : `Anna+${at}@Example.org`)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(new Set(refused.map(({ status, body }) => JSON.stringify([status, body.errors.map(({ data }) => [data.code, data.params])])))).toEqual(
      new Set([JSON.stringify([429, [['forms0024', ['10', '24']]]])]),
    )
    expect(await tracesOf(server)).toMatchObject({
      requests: 10,
      answers: 10,
      attachments: 10,
      verification_codes: 10,
      mails: 10,
      jobs: 10,
      quarantine: [],
    })
    expect(await filesIn(server, 'kept')).toHaveLength(10)
  })

  test('another mailbox, and the same mailbox on another form, are counted apart', async () => {
    expect((await send('ten', 'eva@example.org')).status).toBe(201)
    expect((await send('one')).status).toBe(201)
    expect(await refusal(send('one'))).toEqual([429, ['forms0024', ['1', '0.5']]])
  })

  test('the message names the limit', async () => {
    const { body } = await send('one')
    expect(body.errors[0]?.data.message).toBe('Hai raggiunto il massimo di 1 richieste in 0,5 ore.')
  })

  test('requests older than the period do not count', async () => {
    await rowsOf(server, "update requests set created_at = created_at - interval '31 minutes' where customer_code = 'one'")
    expect((await send('one')).status).toBe(201)
    expect(await refusal(send('one'))).toEqual([429, ['forms0024', ['1', '0.5']]])
  })

  test('expired requests do not count', async () => {
    await rowsOf(server, "update requests set state = 'expired' where customer_code = 'one'")
    expect((await send('one')).status).toBe(201)
  })

  test('nor does one whose link has run out, though nobody has marked it yet; one whose mail is still to leave does', async () => {
    await rowsOf(server, "update requests set expires_at = now() - interval '1 second' where customer_code = 'one'")
    expect(await refusal(send('one'))).toEqual([429, ['forms0024', ['1', '0.5']]])
    await rowsOf(server, "update mails set state = 'sent' where customer_code = 'one'")
    expect((await send('one')).status).toBe(201)
  })

  test('the period is a day where the author set none', async () => {
    expect((await send('unset')).status).toBe(201)
    await rowsOf(server, "update requests set created_at = created_at - interval '23 hours' where customer_code = 'unset'")
    expect(await refusal(send('unset'))).toEqual([429, ['forms0024', ['1', '24']]])
    await rowsOf(server, "update requests set created_at = created_at - interval '61 minutes' where customer_code = 'unset'")
    expect((await send('unset')).status).toBe(201)
  })

  test('who gives no address is counted by the network address, which a forged header does not change', async () => {
    expect((await send('nameless')).status).toBe(201)
    const again = server.call('POST', '/forms/nameless', {
      body: sendForm(ANSWERS),
      headers: { 'X-Forwarded-For': '203.0.113.7', Forwarded: 'for=203.0.113.8' },
    })
    expect(await refusal(again)).toEqual([429, ['forms0024', ['1', '24']]])
  })
})
