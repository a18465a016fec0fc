import type { StepComment } from '@sportello/contract'
import { describe, expect, test } from 'vitest'
import { codes } from '../../../test/management-case.ts'
import { COMMENTS, reviewCase } from '../../../test/review-case.ts'
import { rowsOf } from '../../../test/traces.ts'

const { on, make, made, review, write, comments, comment, edit } = reviewCase()

describe('the comments of operators', () => {
  test('can be written by all roles except viewers, and resolved by those roles that may edit', async () => {
    for (const as of ['translator', 'author', 'publisher', 'operator', 'owner']) expect([as, (await comment({}, as)).status]).toEqual([as, 201])
    expect(codes(await comment({}, 'viewer'))).toEqual([403, 'forms0018'])
    const [one] = await comments('viewer')
    expect(one).toMatchObject({ author: 'translator', username: 'translator', step_id: 'report', step_title: 'Report something', label: null })
    const put = (as: string, done = true, id = one?.id) => on.call<StepComment[]>('PUT', `${COMMENTS}/${id}`, { as, body: { done } })
    expect(codes(await put('translator'))).toEqual([403, 'forms0018'])
    expect((await put('author')).body.data?.[0]).toMatchObject({ resolved_by: 'author', resolved_at: expect.any(String) })
    expect((await put('operator', false)).body.data?.[0]).toMatchObject({ resolved_by: null, resolved_at: null })
    const answer = (await comment({ reply_to: one?.id })).body.data?.at(-1)?.id
    expect(codes(await put('operator', true, answer))).toEqual([404, 'http_not_found'])
  })

  test('are rejected if the operator may not manage the definition, on unknown steps, and as replies to comments on other steps', async () => {
    const id = (await comment()).body.data?.[0]?.id
    expect(codes(await comment({}, 'theirs'))).toEqual([404, 'http_not_found'])
    expect(codes(await on.call('GET', COMMENTS, { as: 'theirs' }))).toEqual([404, 'http_not_found'])
    expect(codes(await on.call('PUT', `${COMMENTS}/${id}`, { as: 'theirs', body: { done: true } }))).toEqual([404, 'http_not_found'])
    expect(codes(await on.call('DELETE', `${COMMENTS}/${id}`, { as: 'theirs' }))).toEqual([404, 'http_not_found'])
    expect(codes(await on.call('DELETE', `/definitions/ours-root/comments/${id}`))).toEqual([404, 'http_not_found'])
    expect(codes(await on.call('GET', '/definitions/nothing/comments'))).toEqual([404, 'http_not_found'])
    expect(codes(await comment({ step_id: 'nothing' }))).toEqual([400, 'forms_mgmt0001 step_id'])
    expect(codes(await comment({ step_id: 'leaf', reply_to: id }))).toEqual([400, 'forms_mgmt0001 reply_to'])
    expect(codes(await comment({ text: 'x'.repeat(2_001) }))).toEqual([400, 'forms_mgmt0001 text'])
    expect(codes(await comment({ author: 'Somebody' }))).toEqual([400, 'forms_mgmt0001 author'])
  })

  test('can be deleted by a translator only if they are the translator’s own and have no replies by others; deleting other people’s comments is recorded in the audit log', async () => {
    const own = (await comment({}, 'translator')).body.data?.[0]?.id
    const other = (await comment()).body.data?.[1]?.id
    const remove = (id: string | undefined, as: string) => on.call<StepComment[]>('DELETE', `${COMMENTS}/${id}`, { as })
    const audited = () => rowsOf(on.server, "select operator, subject from audit_lines where action = 'comment.delete'")
    expect(codes(await remove(other, 'translator'))).toEqual([403, 'forms0018'])
    await comment({ reply_to: own })
    expect(codes(await remove(own, 'translator'))).toEqual([403, 'forms0018'])
    expect((await remove(other, 'operator')).body.data).toHaveLength(2)
    expect(await audited()).toEqual([])
    expect((await remove(own, 'author')).body.data).toEqual([])
    expect(await audited()).toEqual([{ operator: 'author', subject: 'sample-root' }])
    expect(codes(await remove(own, 'author'))).toEqual([404, 'http_not_found'])
  })

  test('are limited to five hundred per definition', async () => {
    await comment()
    await rowsOf(
      on.server,
      'insert into step_comments (code_tag, step_id, step_title, username, text) select code_tag, step_id, step_title, username, text from step_comments, generate_series(1, 499)',
    )
    expect(codes(await comment())).toEqual([400, 'forms_mgmt0001 text'])
    const code = await made()
    expect([(await review(code)).body.data?.is_full, (await write(code)).status]).toEqual([true, 429])
  })

  test('stay with their step when it is renamed and published, and are kept when the step is deleted', async () => {
    const code = await made()
    await edit({
      type: 'insert',
      nodes: [
        { id: 'lost', kind: 'step', parent: 'root', position: 'a9', content: { code_tag: 'lost', tag_description: 'Lost things' } },
        { id: 'lost-text', kind: 'field', parent: 'lost', position: 'a0', content: { type: 'HTML', ordering: 1, value: '<p>Information</p>' } },
      ],
    })
    await write(code, { code_tag: 'lost' })
    await edit({ type: 'set', id: 'lost', path: ['code_tag'], value: 'found' }, { type: 'set', id: 'lost', path: ['tag_description'], value: 'Found things' })
    expect((await review(code)).body.data?.comments).toMatchObject([{ code_tag: 'found', step_title: 'Found things' }])
    const { body } = await on.call<{ code_tag: string; version: string }[]>('GET', '/definitions')
    const version = body.data?.find(({ code_tag }) => code_tag === 'sample-root')?.version ?? ''
    expect((await on.call('POST', '/definitions/sample-root/publish', { body: {}, headers: { 'if-match': `"${version}"` } })).status).toBe(200)
    expect((await review(code)).body.data?.comments).toMatchObject([{ code_tag: 'found' }])
    await edit({ type: 'remove', id: 'lost' })
    expect((await review(code)).body.data?.comments).toMatchObject([{ code_tag: null, step_title: 'Lost things' }])
    const [one] = await comments()
    expect((await comment({ step_id: 'lost', reply_to: one?.id })).status).toBe(201)
  })

  test('cause a notification to the editors that follow the draft', async () => {
    const stream = await on.follow('sample-root', 1_000_000)
    await expect.poll(() => stream.text()).toContain('retry')
    let announced = 0
    const isAnnounced = async () => {
      announced += 1
      await expect.poll(() => stream.text().split('event: comments').length - 1).toBe(announced)
    }
    await write(await made())
    await isAnnounced()
    const id = (await comment()).body.data?.[1]?.id
    await isAnnounced()
    await on.call('PUT', `${COMMENTS}/${id}`, { body: { done: true } })
    await isAnnounced()
    await on.call('DELETE', `${COMMENTS}/${id}`)
    await isAnnounced()
    expect(stream.text()).not.toContain('Too long')
    await stream.end()
  })

  test('are deleted with the definition', async () => {
    const body = { code_tag: 'passing', tag_description: 'Passing', form_params: {}, form_fields: [], children: [] }
    await on.call('PUT', '/definitions/passing', { body })
    const path = '/definitions/passing'
    expect((await on.call('POST', `${path}/comments`, { body: { step_id: 'root', text: 'Hm', reply_to: null } })).status).toBe(201)
    const link = await make({ form: null }, { path: `${path}/review-links` })
    await rowsOf(on.server, "delete from definitions where code_tag = 'passing'")
    expect((await review(link.body.data?.url.split('#')[1] ?? '')).status).toBe(404)
    expect(await rowsOf(on.server, "select id from step_comments where code_tag = 'passing'")).toEqual([])
  })
})
