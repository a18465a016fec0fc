import { describe, expect, test } from 'vitest'
import { readPdf } from '../../../test/pdf-text.ts'
import { PNG } from '../../../test/send.ts'
import receiptPdf, { type PrintedReceipt } from './receipt-pdf.ts'

const receipt = (more: Partial<PrintedReceipt>): PrintedReceipt => ({
  language: 'it',
  title: 'Ricevuta',
  customer: 'Comune',
  logo: null,
  color: '#0b6e4f',
  facts: [{ label: 'Codice', text: 'AB-1' }],
  note: '',
  sections: [],
  footer: 'Comune',
  pageOf: 'Pagina {1} di {2}',
  createdAt: new Date('2026-01-31T10:00:00Z'),
  ...more,
})

const textOf = async (more: Partial<PrintedReceipt>) => (await readPdf(await receiptPdf(receipt(more)))).pages.join(' ')
const answer = (text: string, label = 'Domanda') => ({ sections: [{ title: 'Passo', rows: [{ label, text }] }] })

describe('the PDF of a receipt', () => {
  test('shows the logo with its alternative text', async () => {
    expect((await readPdf(await receiptPdf(receipt({ logo: { content: PNG, alt: 'Logo' } })))).roles).toContain('Figure')
  })

  test.each([
    ['a truncated PNG', PNG.subarray(0, PNG.length - 20)],
    ['the beginning of a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0])],
    ['a text', Buffer.from('logo')],
    ['nothing', Buffer.alloc(0)],
  ])('leaves out a logo that is %s', async (_, content) => {
    const { roles, pages } = await readPdf(await receiptPdf(receipt({ logo: { content, alt: 'Logo' } })))
    expect(roles).not.toContain('Figure')
    expect(pages[0]).toContain('AB-1')
  })

  test.each([
    ['a word of 3,000 letters', 'x'.repeat(3_000)],
    ['500 lines', 'riga\n'.repeat(500)],
    ['letters of other scripts and symbols', '日本語 العربية 👩‍👩‍👧 e\u0301 \u202Eabc'],
    ['control characters and lone surrogates', 'a\u0001b\u007F\uD800c\uDC00'],
    ['an empty text', ''],
  ])('is created for an answer and a question with %s', async (_, text) => {
    for (const more of [answer(text), answer('sì', text), { title: text || 'x', footer: text }]) expect(await textOf(more)).toContain('AB-1')
  })
})
