import type { SendReceipt } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { ANSWERS, PNG, sendForm, withFiles } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { filesIn, rowsOf, tracesOf } from '../../../test/traces.ts'
import { zipOf } from '../../../test/zip.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const anything = {
    type: 'PROPERTY',
    ordering: 1,
    value: { property_code: 'photos', property_description: 'x', default_value: { input_type: 'file', multiple: true } },
  }
  const pictures = { ...anything, value: { ...anything.value, property_code: 'pictures', default_value: { input_type: 'file', file_type: ['image/*'] } } }
  const limits = { attachment_max_mb: '1', attachment_total_mb: '2', attachment_max_count: '4' }
  await server.load({ ...sampleBundle(), settings: Object.entries(limits).map(([code, value]) => ({ code, value })) })
  await server.load({
    definitions: [{ code_tag: 'any', tag_description: 'x', form_params: { auth_type: ['FREE'] }, form_fields: [anything, pictures] }],
    forms: [{ code_form: 'any', code_tag: 'any' }],
  })
})
afterAll(() => server.close())

const send = (form: FormData, code = 'sample') => server.call<SendReceipt>('POST', `/forms/${code}`, { body: form })
const KB = 1024
const text = (bytes: number) => Buffer.alloc(bytes, 'a')

describe('a submission is rejected and stores no files for', () => {
  type File = [name: string, content: Buffer<ArrayBuffer> | string, property?: string]
  test.each<[why: string, files: File[], status: number, code: string, params: string[], field: string | undefined]>([
    ['a file type that the field does not list', [['a.gif', 'GIF89a']], 415, 'forms0032', ['png, txt, pdf'], 'photos'],
    ['a file type that no field may list', [['a.svg', '<svg/>']], 415, 'forms0032', ['png, txt, pdf'], 'photos'],
    ['a file name without extension', [['README', 'x']], 415, 'forms0032', ['png, txt, pdf'], 'photos'],
    [
      'the field’s files together one byte too large',
      [
        ['a.txt', text(512 * KB)],
        ['b.txt', text(512 * KB + 1)],
      ],
      413,
      'forms0019',
      ['1 MB'],
      'photos',
    ],
    ['one file above the maximum size', [['a.txt', text(KB * KB + 1)]], 413, 'forms0019', ['1 MB'], 'photos'],
    ['more files than a submission may contain', Array.from({ length: 5 }, (_, at): File => [`${at}.txt`, 'x']), 422, 'forms0034', ['4'], undefined],
    ['a file for a question that is not for files', [['a.png', PNG, 'street']], 400, 'forms0044', [], 'street'],
    ['a file for a question that does not exist', [['a.png', PNG, 'nothing']], 400, 'forms0044', [], 'nothing'],
    ['a file for a question named "constructor"', [['a.png', PNG, 'constructor']], 400, 'forms0044', [], 'constructor'],
    ['a file without a question', [['a.png', PNG, '']], 400, 'forms0044', [], ''],
  ])('%s', async (_why, files, status, code, params, field) => {
    const before = await tracesOf(server)
    const answer = await send(withFiles(sendForm(ANSWERS), ...files))
    expect(answer.body.errors.map(({ data }) => [data.code, data.params, data.field])).toEqual([[code, params, field]])
    expect(answer.status).toBe(status)
    expect(await tracesOf(server)).toEqual(before)
  })

  test('two files for a question that takes one file', async () => {
    const before = await tracesOf(server)
    const { status, body } = await send(withFiles(sendForm({}, { code_tag: 'any' }), ['a.png', PNG, 'pictures'], ['b.png', PNG, 'pictures']), 'any')
    expect([status, body.errors[0]?.data.code, body.errors[0]?.data.params]).toEqual([422, 'forms0034', ['1']])
    expect(await tracesOf(server)).toEqual(before)
  })

  test('a file on a step whose path has no file questions', async () => {
    const before = await tracesOf(server)
    const { status, body } = await send(withFiles(sendForm({}, { code_tag: 'leaf' }), ['a.png', PNG, 'end']))
    expect([status, body.errors.map(({ data }) => data.code)]).toEqual([422, ['forms0031']])
    expect(await tracesOf(server)).toEqual(before)
  })

  test('files that together exceed the maximum total size', async () => {
    const before = await tracesOf(server)
    const files = ['a', 'b', 'c'].map((name): [string, Buffer<ArrayBuffer>] => [`${name}.txt`, text(800 * KB)])
    const { status, body } = await send(withFiles(sendForm({}, { code_tag: 'any' }), ...files), 'any')
    expect([status, body.errors.map(({ data }) => data.code)]).toEqual([413, ['forms0019']])
    expect(await tracesOf(server)).toEqual(before)
  })
})

const EXE = Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0', 'latin1'), Buffer.alloc(200)])

describe('files whose content does not match the name', () => {
  test.each<[name: string, content: Buffer<ArrayBuffer> | string, why: string]>([
    ['a.pdf', EXE, 'a program named as PDF'],
    ['a.png', EXE, 'a program named as PNG'],
    ['a.txt', EXE, 'a program named as text'],
    ['a.csv', EXE, 'a program named as CSV'],
    ['a.docx', EXE, 'a program named as DOCX'],
    ['a.png', 'x', 'a text named as PNG'],
    ['a.png', '', 'an empty file named as PNG'],
    ['a.pdf', PNG, 'a picture named as PDF'],
    ['a.jpg', PNG, 'a PNG picture named as JPEG'],
    ['a.txt', PNG, 'a picture named as text'],
    ['a.txt', '<!DOCTYPE html><html>', 'an HTML page named as text'],
    ['a.txt', 'x <ScRiPt>alert(1)</script>', 'a script in a text file'],
    ['a.csv', 'a;b\n<svg onload=x>', 'an SVG picture in a CSV file'],
    ['a.xml', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', 'an SVG picture named as XML'],
    ['a.txt', 'a\0b', 'a NUL in a text file'],
    ['a.txt', 'GIF89a/*<script>*/', 'a text file that is also a GIF picture'],
    ['a.zip', EXE, 'a program called an archive'],
    ['a.pdf', zipOf([{ name: 'a.js', content: 'alert(1)' }]), 'an archive called a document'],
    ['a.jpg', zipOf([{ name: 'a.js', content: 'alert(1)' }]), 'an archive called a picture'],
    ['a.gif', '<svg/>', 'a drawing called a picture'],
    ['a.constructor', 'x', 'an extension that every object has'],
    ['a.__proto__', 'x', 'an extension that every object has'],
    ['a.html', '<p>', 'a page'],
    ['a.svg', '<svg/>', 'a drawing'],
    ['a.pdf.p7m', EXE, 'a program called a signed file'],
    ['a.p7m', '<!doctype html><script>alert(1)</script>', 'a page called a signed file'],
    ['a.p7m', '-----BEGIN PKCS7-----\n<script>alert(1)</script>', 'a page behind the head of one'],
    ['a.p7m', '', 'nothing called a signed file'],
    ['a.exe', EXE, 'a program'],
    ['a.js', 'alert(1)', 'a script'],
    ['a.pdf.exe', EXE, 'the last extension counts'],
  ])('the file %s is rejected: %s', async (name, content) => {
    const before = await tracesOf(server)
    const { status, body } = await send(withFiles(sendForm({}, { code_tag: 'any' }), [name, content]), 'any')
    expect([status, body.errors.map(({ data }) => [data.code, data.field])]).toEqual([415, [['forms0032', 'photos']]])
    expect(await tracesOf(server)).toEqual(before)
  })

  test('a file extension that is the name of an object property is rejected for a field that accepts a group of file types', async () => {
    const { status } = await send(withFiles(sendForm({}, { code_tag: 'any' }), ['a.constructor', 'x', 'pictures']), 'any')
    expect(status).toBe(415)
  })

  let people = 0
  test.each<[name: string, content: Buffer<ArrayBuffer> | string, mediaType: string]>([
    ['a.png', PNG, 'image/png'],
    ['a.pdf', '%PDF-1.7\n%', 'application/pdf'],
    ['a.txt', 'Buongiorno, città!', 'text/plain'],
    ['a.txt', '', 'text/plain'],
    ['a.csv', 'a;b\n1;2\n', 'text/csv'],
    ['a.docx', zipOf([{ name: 'word/document.xml', content: '<w/>' }]), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['a.zip', zipOf([{ name: 'a.txt', content: 'x' }]), 'application/zip'],
    ['A.PNG', PNG, 'image/png'],
  ])('the file %s is stored with the media type %s if its content matches its name', async (name, content, mediaType) => {
    const email = `p${++people}@example.org`
    const { status, body } = await send(withFiles(sendForm({}, { code_tag: 'any', email, confirmed_email: email }), [name, content]), 'any')
    expect(body.errors).toEqual([])
    expect(status).toBe(201)
    const rows = await rowsOf(server, 'select a.media_type, a.name from attachments a join requests r on r.id = a.request_id where r.ticket = $1', [
      body.data?.ticket,
    ])
    expect(rows).toEqual([{ media_type: mediaType, name }])
    expect(await filesIn(server, 'quarantine')).toEqual([])
  })

  test('a file of exactly the maximum size is accepted and stored', async () => {
    expect((await send(withFiles(sendForm(ANSWERS), ['a.txt', text(KB * KB)]))).status).toBe(201)
  })
})
