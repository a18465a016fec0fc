import type { CustomerConfiguration, DryRunReport, MadeReviewLink, ShownReviewLink, TagView } from '@sportello/contract'
import { describe, expect, test } from 'vitest'
import { codes } from '../../../test/management-case.ts'
import { LINKS, reviewCase } from '../../../test/review-case.ts'
import { ANSWERS, sendForm } from '../../../test/send.ts'
import { rowsOf } from '../../../test/traces.ts'
import { deleteOldLogs } from '../operators/jobs.ts'

const { on, make, made, review, write, comments } = reviewCase()

describe('a link for reviewers', () => {
  test('opens the pages of the draft and the comments of this link, and the database stores only its hash', async () => {
    const { body } = await make()
    const { link, url } = body.data as MadeReviewLink
    expect(url).toMatch(/\/~review#~[A-Za-z0-9_-]{32}$/)
    const code = url.split('#')[1] ?? ''
    expect(link).toMatchObject({ label: 'Legal office', made_by: 'operator', comments: 0 })
    expect(Date.parse(link.expires_at) - Date.parse(link.created_at)).toBe(7 * 86_400_000)
    expect((await on.server.call<TagView>('GET', `/forms/${code}/tags/report`)).body.data?.code_tag).toBe('report')
    expect((await on.server.call<CustomerConfiguration>('GET', `/forms/${code}`)).body.data).toMatchObject({ preview: true })
    expect((await review(code)).body.data).toMatchObject({
      title: 'What do you need?',
      label: 'Legal office',
      code_tag: 'sample-root',
      is_full: false,
      comments: [],
    })
    expect(JSON.stringify(await rowsOf(on.server, 'select l::text from review_links l'))).not.toContain(code)
    await write(code)
    const listed = await on.call<ShownReviewLink[]>('GET', LINKS, { as: 'author' })
    expect(listed.body.data).toMatchObject([{ id: link.id, comments: 1 }])
    expect(JSON.stringify(listed.body)).not.toContain(code)
  })

  test('stops working as soon as it is revoked; its comments stay, and its creation and revocation are recorded in the audit log', async () => {
    const code = await made()
    await write(code)
    const [link] = (await on.call<ShownReviewLink[]>('GET', LINKS)).body.data ?? []
    expect((await on.call('DELETE', `${LINKS}/${link?.id}`, { as: 'author' })).status).toBe(200)
    for (const answer of [await review(code), await write(code), await on.server.call('GET', `/forms/${code}`)])
      expect(codes(answer)).toEqual([404, 'forms0001'])
    expect(await comments()).toMatchObject([{ author: 'Anna', label: 'Legal office', is_shared: false }])
    expect(codes(await on.call('DELETE', `${LINKS}/${link?.id}`))).toEqual([404, 'http_not_found'])
    const lines = await rowsOf(on.server, "select operator, action, subject from audit_lines where action like 'review.%' order by id desc limit 2")
    expect(lines).toEqual([
      { operator: 'author', action: 'review.revoke', subject: 'sample-root' },
      { operator: 'operator', action: 'review.add', subject: 'sample-root' },
    ])
  })

  test('stops working when it expires; the daily job deletes it but not its comments', async () => {
    const code = await made()
    await write(code)
    await rowsOf(on.server, "update review_links set expires_at = now() - interval '1 second'")
    expect(codes(await review(code))).toEqual([404, 'forms0001'])
    expect((await on.call<ShownReviewLink[]>('GET', LINKS)).body.data).toEqual([])
    await made()
    await deleteOldLogs(on.server.services)
    expect([(await rowsOf(on.server, 'select id from review_links')).length, (await comments()).length]).toEqual([1, 1])
  })

  test('cannot be created by other roles, by operators who may not manage the definition, or with malformed input', async () => {
    for (const as of ['viewer', 'translator']) expect([as, ...codes(await make({}, { as }))]).toEqual([as, 403, 'forms0018'])
    expect(codes(await make({}, { as: null as unknown as string }))).toEqual([401, 'http_credential'])
    expect(codes(await make({}, { as: 'theirs' }))).toEqual([404, 'http_not_found'])
    expect(codes(await on.call('GET', LINKS, { as: 'theirs' }))).toEqual([404, 'http_not_found'])
    expect(codes(await make({}, { path: '/definitions/nothing/review-links' }))).toEqual([404, 'http_not_found'])
    expect(codes(await make({ form: 'ours' }))).toEqual([400, 'forms_mgmt0001 form'])
    expect(codes(await make({ mode: 'B2B' }))).toEqual([400, 'forms_mgmt0001 mode'])
    expect(codes(await make({ known: { nome: 'Anna' } }))).toEqual([400, 'forms_mgmt0001 known'])
    for (const label of ['', '   ', 'x'.repeat(81), 'a\u0000b']) expect((await make({ label })).status).toBe(400)
    await made()
    const [link] = (await on.call<ShownReviewLink[]>('GET', LINKS)).body.data ?? []
    expect(codes(await on.call('DELETE', `/definitions/ours-root/review-links/${link?.id}`))).toEqual([404, 'http_not_found'])
    expect(codes(await on.call('DELETE', `${LINKS}/x`))).toEqual([404, 'http_not_found'])
  })

  test('cannot be created if twenty links exist, even if links are created at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 23 }, () => make()))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(codes(await make())).toEqual([400, 'forms_mgmt0001 label'])
  })

  test('lets reviewers make a test submission, which creates no request and whose report contains no mailbox and no delivery', async () => {
    const code = await made()
    const { status, body } = await on.server.call<DryRunReport>('POST', `/forms/${code}/dry-run`, { body: sendForm(ANSWERS) })
    expect([status, body.data?.mails, body.data?.deliveries]).toEqual([200, [], []])
    expect(JSON.stringify(body)).not.toContain('office@example.org')
    expect((await on.server.call('POST', `/forms/${code}`, { body: sendForm(ANSWERS) })).status).toBe(404)
    expect(await rowsOf(on.server, 'select count(*)::int as n from requests')).toEqual([{ n: 0 }])
  })
})
