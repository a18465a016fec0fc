import type { TagHeader, TagView } from '@sportello/contract'
import { tagHeader, tagView } from '@sportello/contract/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load(sampleBundle())
  await server.load(sampleBundle({ code: 'asleep', active: false }))
  await server.load({
    definitions: [
      {
        code_tag: 'dirty-root',
        tag_description: 'Dirty',
        form_params: { auth_type: ['FREE'] },
        form_fields: [
          { type: 'HTML', ordering: 5, value: '<p onclick="steal()">Second</p><script>steal()</script><img src=x onerror=steal()>' },
          { type: 'ALERT', ordering: 1, value: { variant: 'info', text: '<a href="javascript:steal()">First</a>' } },
          { type: 'FAQ', ordering: 7, value: [{ question: '<b>Why?</b>', answer: '<iframe src="//evil.example"></iframe>Third' }] },
        ],
        children: [
          { code_tag: 'german', tag_description: 'Deutsch', tag_type: 'FORM_LANG', params: [{ params_type: 'FORM_LANG', lang_code: 'de' }], children: [] },
        ],
      },
    ],
    forms: [{ code_form: 'dirty', code_tag: 'dirty-root' }],
  })
})
afterAll(() => server.close())

const getTag = (path: string) => server.call<TagView>('GET', `/forms/${path}`)

describe('GET /forms/:form/tags/:tag', () => {
  test('returns the properties of the contract’s schema and no others', async () => {
    const { status, body } = await getTag('sample/tags/report')
    expect(status).toBe(200)
    expect(tagView.strict().safeParse(body.data).error).toBeUndefined()
    expect(body.data).toMatchObject({
      code_tag: 'report',
      last: true,
      tags_path: ['sample-root', 'report'],
      breadcrumb: [
        { code_tag: 'sample-root', description: 'What do you need?' },
        { code_tag: 'report', description: 'Report something' },
      ],
      children: [],
    })
    expect(body.data?.form_fields.map((field) => field.ordering)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  })

  test('lists each child step without the child’s own children and fields', async () => {
    const { body } = await getTag('sample/tags/sample-root')
    expect(body.data?.last).toBe(false)
    expect(body.data?.children.map((child) => child.code_tag)).toEqual(['report', 'closed', 'branch'])
    expect(body.data?.children[1]).toMatchObject({ disabled: true })
    for (const child of body.data?.children ?? []) {
      expect(child).not.toHaveProperty('children')
      expect(child).not.toHaveProperty('form_fields')
    }
  })

  test('marks a step without child steps as the last step', async () => {
    expect((await getTag('sample/tags/branch')).body.data?.last).toBe(false)
    expect((await getTag('sample/tags/leaf')).body.data).toMatchObject({ last: true, tags_path: ['sample-root', 'branch', 'leaf'] })
  })

  test('sorts the fields by ordering, with ids that stay the same when the form is imported again', async () => {
    const first = await getTag('dirty/tags/dirty-root')
    expect(first.body.data?.form_fields.map((field) => field.type)).toEqual(['ALERT', 'HTML', 'FAQ'])
    const ids = first.body.data?.form_fields.map((field) => field.id)
    expect(new Set(ids).size).toBe(3)
    await server.load(sampleBundle({ code: 'another' }))
    expect((await getTag('dirty/tags/dirty-root')).body.data?.form_fields.map((field) => field.id)).toEqual(ids)
  })

  test('removes scripts from the author’s HTML', async () => {
    const { body } = await getTag('dirty/tags/dirty-root')
    const text = JSON.stringify(body)
    expect(text).not.toMatch(/steal|iframe|onerror|onclick|javascript:|evil/)
    expect(text).toContain('Second')
  })

  test('has a counterpart in the configuration, which lists the language of each language step', async () => {
    const { body } = await server.call<{ languages: unknown }>('GET', '/forms/dirty')
    expect(body.data?.languages).toEqual([{ lang_code: 'de', code_tag: 'german', label: 'Deutsch' }])
  })

  test('returns 304 for a matching If-None-Match', async () => {
    const etag = (await getTag('sample/tags/report')).headers.get('etag') ?? ''
    const again = await fetch(`${server.url}/forms-service/rs/v2/forms/sample/tags/report`, { headers: { 'X-Api-Key': 'test-key', 'If-None-Match': etag } })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
  })
})

describe('GET /forms/:form/tags/:tag/header', () => {
  test('returns exactly the properties of the contract’s schema, and no questions', async () => {
    const { status, body } = await server.call<TagHeader>('GET', '/forms/sample/tags/sample-root/header')
    expect(status).toBe(200)
    expect(tagHeader.strict().safeParse(body.data).error).toBeUndefined()
    expect(body.data).toMatchObject({ code_tag: 'sample-root', form_fields: [] })
    expect(body.data?.children.map((child) => child.code_tag)).toEqual(['report', 'closed', 'branch'])
  })
})

describe.each(['', '/header'])('an error of GET /forms/:form/tags/:tag%s', (suffix) => {
  test.each<[path: string, status: number, code: string, why: string]>([
    ['sample/tags/nothing', 404, 'http_not_found', 'an unknown step'],
    ['sample/tags/asleep-root', 404, 'http_not_found', 'a step of another customer'],
    ['sample/tags/REPORT', 404, 'http_not_found', 'another letter case'],
    ['sample/tags/__proto__', 404, 'forms0001', 'a prototype key'],
    ['sample/tags/%00', 404, 'forms0001', 'a malformed code'],
    ['nobody/tags/report', 404, 'forms0001', 'an unknown form'],
    ['asleep/tags/report', 503, 'forms0010', 'the form is inactive'],
    ['sample/tags/report?code=x', 401, 'forms0011', 'an unknown session code'],
  ])('the path %s returns status %i with the error %s (%s)', async (path, status, code) => {
    const [before, query] = path.split('?')
    const { status: given, body } = await server.call('GET', `/forms/${before}${suffix}${query ? `?${query}` : ''}`)
    expect(given).toBe(status)
    expect(body.errors.map((error) => error.data.code)).toEqual([code])
  })
})
