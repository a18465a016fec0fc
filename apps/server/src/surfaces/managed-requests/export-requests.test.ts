import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ExportPreview, SendReceipt } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromBuffer } from 'yauzl'
import { startRequestsCase } from '../../../test/requests-case.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { sendForm } from '../../../test/send.ts'
import { rowsOf } from '../../../test/traces.ts'
import { spreadsheet } from './spreadsheet.ts'

let on: Awaited<ReturnType<typeof startRequestsCase>>
beforeAll(async () => {
  on = await startRequestsCase()
})
afterAll(() => on.server.close())

describe('an export of requests', () => {
  test('as CSV has one column per question, and no cell is a formula', async () => {
    const response = await on.file('/requests/export/csv?form=ours&email=anna')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="ours-\d{4}-\d\d-\d\d\.csv"/)
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
    expect(text.startsWith('\u{FEFF}ticket,form,state,email,created_at,confirmed_at,processed_at,step,language,')).toBe(true)
    const [head = '', row = '', ...rest] = text.split('\r\n')
    expect(rest).toEqual([''])
    expect(row).toContain(`${on.tickets.anna},ours,awaiting_confirmation,Anna.Neri@example.org`)
    expect(row).toContain(",'=cmd|calc")
    expect(row.split(',').length).toBe(head.split(',').length)
  })

  test('contains the answers to questions of earlier versions of the form', async () => {
    type Step = { code_tag: string; form_fields: { value: { property_code: string; property_description: string } }[] }
    const bundle = sampleBundle({ code: 'moved' }) as { definitions: { children: Step[] }[] }
    await on.server.load(bundle)
    const before = await on.send('moved', 'before@example.org', { street: 'Via Vecchia', story: 'A story' })
    const [step] = bundle.definitions[0]?.children ?? []
    if (!step) throw new Error('no step')
    step.code_tag = 'told'
    step.form_fields = step.form_fields.filter(({ value }) => value.property_code !== 'story')
    for (const { value } of step.form_fields)
      if (value.property_code === 'street') Object.assign(value, { property_code: 'road', property_description: 'The road' })
    await on.server.load(bundle)
    const body = sendForm({ road: 'Via Nuova' }, { email: 'after@example.org', confirmed_email: 'after@example.org', code_tag: 'told' })
    const after = (await on.server.call<SendReceipt>('POST', '/forms/moved', { body })).body.data?.ticket

    const [head = [], ...rows] = (await (await on.file('/requests/export/csv?form=moved')).text())
      .trim()
      .split('\r\n')
      .map((line) => line.split(','))
    const cells = (ticket: string | undefined) => {
      const row = rows.find(([first]) => first === ticket) ?? []
      return ['The road', 'Label of street', 'Label of story'].map((label) => row[head.indexOf(label)])
    }
    expect(cells(after)).toEqual(['Via Nuova', '', ''])
    expect(cells(before)).toEqual(['', 'Via Vecchia', 'A story'])
    expect(head.indexOf('The road')).toBeLessThan(head.indexOf('Label of street'))
    expect(new Set(head).size).toBe(head.length)
  })

  test('as XLSX is a valid workbook that has only text cells', async () => {
    const content = Buffer.from(await (await on.file('/requests/export/xlsx')).arrayBuffer())
    const sheet = await unzipped(content, 'xl/worksheets/sheet1.xml')
    expect(sheet).toContain(`<c s="1" t="inlineStr"><is><t xml:space="preserve">${on.tickets.carla}</t></is></c>`)
    expect(sheet).toMatch(/<\/sheetData><\/worksheet>$/)
    expect(sheet).not.toContain('<f>')
    expect(sheet.match(/<row>/g)?.length).toBe(1 + ((await on.list())?.total ?? 0))
  })

  test('contains only the chosen columns and states, with a header row in the chosen language', async () => {
    const lines = async (query: string) => (await (await on.file(`/requests/export/csv?form=ours&${query}`)).text()).trim().split('\r\n')
    expect(await lines('email=anna&columns=q.story,state,ticket&header=de')).toEqual([
      'Ticket,Status,Label of story',
      expect.stringMatching(new RegExp(`^${on.tickets.anna},Wartet auf Bestätigung,`)),
    ])
    expect((await lines('email=anna&columns=state,q.story&header=codes'))[0]).toBe('state,story')
    expect(await lines('email=anna&states=processed,failed&columns=ticket')).toEqual(['ticket'])
    expect((await lines('email=anna&states=processed,awaiting_confirmation&columns=ticket')).length).toBe(2)
  })

  test('has one sheet for each form if the operator chooses that', async () => {
    const content = Buffer.from(await (await on.file('/requests/export/xlsx?sheets=forms&columns=ticket,q.story')).arrayBuffer())
    const workbook = await unzipped(content, 'xl/workbook.xml')
    const forms = await rowsOf(on.server, 'select distinct customer_code as code from requests order by 1')
    expect([...workbook.matchAll(/<sheet name="([^"]+)"/g)].map(([, name]) => name)).toEqual(forms.map(({ code }) => code))
    const at = forms.findIndex(({ code }) => code === 'ours') + 1
    const sheet = await unzipped(content, `xl/worksheets/sheet${at}.xml`)
    expect(sheet).toContain('Label of story')
    expect(sheet).toContain(on.tickets.anna)
  })

  test('has sheet names that Excel accepts: at most 31 characters, and no two equal names', async () => {
    const sheet = (name: string) => ({ name, head: ['a'], rows: Readable.from([]) })
    const long = 'a'.repeat(64)
    const workbook = await unzipped(await buffer(spreadsheet([long, long.toUpperCase(), 'b', 'B'].map(sheet))), 'xl/workbook.xml')
    const names = [...workbook.matchAll(/<sheet name="([^"]+)"/g)].map(([, name = '']) => name)
    expect(names.every((name) => name.length <= 31)).toBe(true)
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(4)
  })

  test.each(['states=unknown', 'states=', 'columns=a%20b', 'header=xx', 'sheets=all', 'form=elsewhere'])(
    'is rejected for the invalid query %s',
    async (query) => {
      expect((await on.file(`/requests/export/csv?${query}`)).status).toBe(400)
    },
  )

  test('has a preview with its columns, its number of requests and at most five rows', async () => {
    const preview = async (query: string) => (await on.call<ExportPreview>('GET', `/requests/export-preview?${query}`)).body.data
    const ours = await preview('form=ours&header=it&email=anna')
    expect(ours?.columns.slice(0, 2)).toEqual([
      { key: 'ticket', label: 'Ticket' },
      { key: 'form', label: 'Form' },
    ])
    expect(ours?.columns.map(({ key }) => key)).toContain('q.story')
    expect(ours).toMatchObject({ total: 1, more: false, rows: [expect.arrayContaining([on.tickets.anna, 'ours'])] })
    const all = await preview('')
    expect(all?.columns.at(-1)).toEqual({ key: 'answers', label: 'answers' })
    expect(all?.rows.length).toBe(Math.min(5, all?.total ?? 0))
    const [line] = await rowsOf(on.server, "select subject, after from audit_lines where action = 'request.export' order by id desc limit 1")
    expect(line).toEqual({ subject: '*', after: { format: 'preview', filters: [] } })
  })

  test('reads many batches without losing or repeating a row, and the audit log records the export', async () => {
    await rowsOf(
      on.server,
      `insert into requests (customer_code, ticket, state, auth_type, definition_code_tag, definition_version, code_tag, lang_code, opens_ticket, person_key, content_hash)
       select 'theirs', 'MANY-' || n, 'processed', 'FREE', definition_code_tag, definition_version, code_tag, 'it', true, '', '' from requests, generate_series(1, 5000) n where ticket = $1`,
      [on.tickets.carla],
    )
    const lines = (await (await on.file('/requests/export/csv?form=theirs&ticket=MANY')).text()).split('\r\n').slice(1, -1)
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(5_000)
    expect(lines).toHaveLength(5_000)
    expect(await rowsOf(on.server, "select count(*)::int as n from audit_lines where action = 'request.export' and customer_code = 'theirs'")).toEqual([
      { n: 1 },
    ])
    await rowsOf(on.server, "delete from requests where ticket like 'MANY-%'")
  })
})

function unzipped(content: Buffer, name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    fromBuffer(content, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      zip.on('entry', (entry: { fileName: string }) => {
        if (entry.fileName !== name) return zip.readEntry()
        zip.openReadStream(entry as never, async (fault, stream) => {
          if (fault) return reject(fault)
          const chunks: Buffer[] = []
          for await (const chunk of stream) chunks.push(chunk as Buffer)
          resolve(Buffer.concat(chunks).toString('utf8'))
        })
      })
      zip.on('end', () => reject(new Error(`${name} is not there`)))
      zip.readEntry()
    })
  })
}
