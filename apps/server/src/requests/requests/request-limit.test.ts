import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { ANSWERS, freshAnswers, PNG, sendForm, withFiles } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { filesIn, rowsOf, tracesOf } from '../../../test/traces.ts'

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

describe('the limit max_requests of a form', () => {
  test('accepts exactly 10 of 60 parallel submissions, and the rejected ones leave no rows or files', async () => {
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

  test('counts each mailbox and each form separately', async () => {
    expect((await send('ten', 'eva@example.org')).status).toBe(201)
    expect((await send('one')).status).toBe(201)
    expect(await refusal(send('one'))).toEqual([429, ['forms0024', ['1', '0.5']]])
  })

  test('is contained as a number in the error message', async () => {
    const { body } = await send('one')
    expect(body.errors[0]?.data.message).toBe('Hai raggiunto il massimo di 1 richieste in 0,5 ore.')
  })

  test('does not count requests that are older than the form’s period', async () => {
    await rowsOf(server, "update requests set created_at = created_at - interval '31 minutes' where customer_code = 'one'")
    expect((await send('one')).status).toBe(201)
    expect(await refusal(send('one'))).toEqual([429, ['forms0024', ['1', '0.5']]])
  })

  test('does not count expired requests', async () => {
    await rowsOf(server, "update requests set state = 'expired' where customer_code = 'one'")
    expect((await send('one')).status).toBe(201)
  })

  test('does not count a request whose link has expired but which is not marked as expired yet, unless its mail is still queued', async () => {
    await rowsOf(server, "update requests set expires_at = now() - interval '1 second' where customer_code = 'one'")
    expect(await refusal(send('one'))).toEqual([429, ['forms0024', ['1', '0.5']]])
    await rowsOf(server, "update mails set state = 'sent' where customer_code = 'one'")
    expect((await send('one')).status).toBe(201)
  })

  test('counts the requests of one day if the form sets no period', async () => {
    expect((await send('unset')).status).toBe(201)
    await rowsOf(server, "update requests set created_at = created_at - interval '23 hours' where customer_code = 'unset'")
    expect(await refusal(send('unset'))).toEqual([429, ['forms0024', ['1', '24']]])
    await rowsOf(server, "update requests set created_at = created_at - interval '61 minutes' where customer_code = 'unset'")
    expect((await send('unset')).status).toBe(201)
  })

  test('counts a visitor without an e-mail address by network address, and ignores forged headers', async () => {
    expect((await send('nameless')).status).toBe(201)
    const again = server.call('POST', '/forms/nameless', {
      body: sendForm(ANSWERS),
      headers: { 'X-Forwarded-For': '203.0.113.7', Forwarded: 'for=203.0.113.8' },
    })
    expect(await refusal(again)).toEqual([429, ['forms0024', ['1', '24']]])
  })
})
