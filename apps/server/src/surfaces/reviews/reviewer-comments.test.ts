import { randomUUID } from 'node:crypto'
import type { Review } from '@sportello/contract'
import { describe, expect, test } from 'vitest'
import { codes } from '../../../test/management-case.ts'
import { COMMENTS, init, reviewCase } from '../../../test/review-case.ts'
import { rowsOf } from '../../../test/traces.ts'

const OTHER_KEY = 'b'.repeat(32)

const { on, made, review, write, comments, comment } = reviewCase()

describe('the comments of reviewers', () => {
  test('belong to a step, and each link shows only its own comments and the replies to them', async () => {
    const [code, other] = [await made(), await made({ label: 'Other' })]
    const { status, body } = await write(code, { text: '  <b>Too</b> long\nreally  ' })
    expect([status, body.data?.comments]).toMatchObject([
      201,
      [
        {
          code_tag: 'report',
          step_title: 'Report something',
          author: 'Anna',
          is_office: false,
          text: '<b>Too</b> long\nreally',
          is_done: false,
          is_changeable: true,
        },
      ],
    ])
    await comment({ text: 'For us only' })
    const id = body.data?.comments[0]?.id ?? ''
    await comment({ text: 'We will', reply_to: id })
    await comment({ text: 'Me too', reply_to: id }, 'author')
    const shown = (await review(code)).body.data?.comments
    expect(shown?.map(({ author, text, is_office, reply_to }) => [author, text, is_office, reply_to === id])).toEqual([
      ['Anna', '<b>Too</b> long\nreally', false, false],
      ['Olga Verdi', 'We will', true, true],
      [null, 'Me too', true, true],
    ])
    expect((await review(other)).body.data?.comments).toEqual([])
    expect(JSON.stringify(shown)).not.toMatch(/"operator"|"author":"author"|key_hash|username/)
    expect((await comments()).map(({ text, is_shared }) => [text, is_shared])).toEqual([
      ['<b>Too</b> long\nreally', true],
      ['For us only', false],
      ['We will', true],
      ['Me too', true],
    ])
  })

  test('never contain an e-mail address that was stored as an operator’s name', async () => {
    const code = await made()
    const id = (await write(code)).body.data?.comments[0]?.id
    await rowsOf(on.server, "update operators set name = 'olga@example.org', surname = '' where username = 'operator'")
    await comment({ reply_to: id })
    expect((await review(code)).body.data?.comments[1]).toMatchObject({ author: null, is_office: true })
    await rowsOf(on.server, "update operators set name = 'Olga', surname = 'Verdi' where username = 'operator'")
  })

  test('can be changed and deleted in the browser that wrote them, until somebody replies to them or resolves them', async () => {
    const code = await made()
    const id = (await write(code)).body.data?.comments[0]?.id ?? ''
    const path = `/reviews/${code}/comments/${id}`
    const put = (text: string, key?: string | null) => on.server.call<Review>('PUT', path, init({ text }, key))
    expect((await put('Too short')).body.data?.comments).toMatchObject([{ text: 'Too short' }])
    expect(codes(await put('Mine', OTHER_KEY))).toEqual([404, 'http_not_found'])
    expect(codes(await put('Mine', null))).toEqual([400, 'http_malformed'])
    expect(codes(await on.server.call('DELETE', path, init(undefined, OTHER_KEY)))).toEqual([404, 'http_not_found'])
    expect(codes(await on.server.call('DELETE', `/reviews/${await made()}/comments/${id}`, init()))).toEqual([404, 'http_not_found'])
    expect((await review(code, OTHER_KEY)).body.data?.comments).toMatchObject([{ is_changeable: false }])
    await on.call('PUT', `${COMMENTS}/${id}`, { body: { done: true } })
    expect(codes(await put('Again'))).toEqual([409, 'forms_mgmt0004'])
    await on.call('PUT', `${COMMENTS}/${id}`, { body: { done: false } })
    const answer = (await comment({ reply_to: id })).body.data?.[1]?.id
    expect(codes(await on.server.call('DELETE', path, init()))).toEqual([409, 'forms_mgmt0004'])
    await on.call('DELETE', `${COMMENTS}/${answer}`, { as: 'operator' })
    expect((await on.server.call<Review>('DELETE', path, init())).body.data?.comments).toEqual([])
  })

  test('are rejected on unknown steps, as replies to other comments, and with malformed input', async () => {
    const [code, other] = [await made(), await made()]
    const id = (await write(code)).body.data?.comments[0]?.id
    const own = (await comment()).body.data?.[1]?.id
    expect(codes(await write(code, { code_tag: 'nothing' }))).toEqual([404, 'http_not_found'])
    expect(codes(await write(other, { reply_to: id }))).toEqual([404, 'http_not_found'])
    expect(codes(await write(code, { reply_to: own }))).toEqual([404, 'http_not_found'])
    expect(codes(await write(code, { reply_to: randomUUID() }))).toEqual([404, 'http_not_found'])
    expect(codes(await write(code, { reply_to: id, code_tag: 'sample-root' }))).toEqual([404, 'http_not_found'])
    const answer = (await write(code, { reply_to: id })).body.data?.comments[1]?.id
    expect(codes(await write(code, { reply_to: answer }))).toEqual([404, 'http_not_found'])
    const malformed = [
      { text: '' },
      { text: 'x'.repeat(2_001) },
      { text: 'a\u202eb' },
      { author: ' ' },
      { author: 'x'.repeat(81) },
      { username: 'owner' },
      { text: 7 },
    ]
    for (const body of malformed) expect([body, ...codes(await write(code, body))]).toEqual([body, 400, 'http_malformed'])
    for (const key of [null, 'short', `${'a'.repeat(30)} x`]) expect(codes(await write(code, {}, key))).toEqual([400, 'http_malformed'])
    expect((await write(code, { text: 'x'.repeat(2_000_000) })).status).toBe(413)
    expect(await rowsOf(on.server, 'select count(*)::int as n from step_comments')).toEqual([{ n: 3 }])
  })

  test('cannot be read with an unknown code, with a form’s code or with the code of an author’s preview', async () => {
    const preview = await on.call<{ code: string }>('POST', '/definitions/sample-root/previews', {
      as: 'operator',
      body: { form: 'sample', mode: null, known: {}, today: null, language: null },
    })
    for (const code of [preview.body.data?.code ?? '', `~${'x'.repeat(32)}`, 'sample', '~x', '%00'])
      expect([code, ...codes(await review(code)), ...codes(await write(code))]).toEqual([code, 404, 'forms0001', 404, 'forms0001'])
    expect((await fetch(`${on.server.url}/forms-service/rs/v2/reviews/${await made()}`)).status).toBe(401)
  })

  test('are limited to thirty in ten minutes and two hundred in total per link, even if they are written at the same time', async () => {
    const code = await made()
    const answers = await Promise.all(Array.from({ length: 33 }, () => write(code)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(30).fill(201), ...Array(3).fill(429)])
    await rowsOf(on.server, "update step_comments set created_at = now() - interval '11 minutes'")
    expect((await write(code)).status).toBe(201)
    await rowsOf(
      on.server,
      `insert into step_comments (code_tag, step_id, step_title, link_id, label, author, key_hash, text, created_at)
       select code_tag, step_id, step_title, link_id, label, author, key_hash, text, now() - interval '1 day' from step_comments, generate_series(1, 10) limit 169`,
    )
    expect(codes(await write(code))).toEqual([429, 'forms0045'])
    expect((await review(code)).body.data).toMatchObject({ is_full: true })
    expect((await comment()).status).toBe(201)
  })
})
