import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fill } from '@sportello/phrases/fill'
import PDFDocument from 'pdfkit'
import { runInBackground } from '../../platform/background-thread.ts'

/** A receipt as the PDF shows it. All texts are in the language of the request. */
export interface PrintedReceipt {
  /** BCP 47 code of the language. */
  language: string
  title: string
  /** Name of the form's owner, below the logo or instead of it. */
  customer: string
  /** PNG or JPEG; null if the customer has no logo in one of these formats. */
  logo: { content: Uint8Array; alt: string } | null
  /** Hexadecimal colour of the lines and of the title, for example `#0b6e4f`. */
  color: string
  /** Facts of the request, for example its code and its date. */
  facts: readonly { label: string; text: string }[]
  note: string
  sections: readonly { title: string; rows: readonly { label: string; text: string }[] }[]
  /** Text in the footer of each page. */
  footer: string
  /** Text that names the page `{1}` of `{2}` pages. */
  pageOf: string
  /** When the PDF is created. */
  createdAt: Date
}

// The fonts are read once. DejaVu has all letters of the seven languages and of names from elsewhere in Europe.
let fonts: { regular: Buffer; bold: Buffer } | undefined

const MARGIN = 56
const LOGO_HEIGHT = 40
const INK = '#17212b'
const SOFT = '#4b5a69'
const LINE = '#ccd5dd'
/** Space below the text of a page for its footer, in points. */
const FOOTER = 40

// Runs in a worker thread (`print-receipt.ts`).

runInBackground()

/**
 * Creates the PDF of a receipt: real text, tagged for screen readers (PDF/UA-1 as far as pdfkit supports it).
 * @returns the file, about 30 KB
 */
export default async function receiptPdf(receipt: PrintedReceipt): Promise<Buffer> {
  fonts ??= {
    regular: readFileSync(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'))),
    bold: readFileSync(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'))),
  }
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOTER },
    pdfVersion: '1.7',
    // pdfkit's types do not list this value, which its documentation names (section "Accessibility").
    subset: 'PDF/UA' as never,
    tagged: true,
    lang: receipt.language,
    displayTitle: true,
    bufferPages: true,
    info: { Title: receipt.title, Author: receipt.customer, CreationDate: receipt.createdAt, ModDate: receipt.createdAt },
  })
  const parts: Buffer[] = []
  pdf.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<void>((done, fail) => pdf.once('end', done).once('error', fail))
  pdf.registerFont('regular', fonts.regular)
  pdf.registerFont('bold', fonts.bold)
  writeBody(pdf, receipt)
  writeFooters(pdf, receipt)
  pdf.end()
  await ended
  return Buffer.concat(parts)
}

type Pdf = InstanceType<typeof PDFDocument>

/** Reads a logo; null if it is damaged. A receipt without logo is better than none. */
function readLogo(pdf: Pdf, content: Uint8Array): PDFKit.Mixins.ImageSrc | null {
  try {
    // pdfkit's types do not list this method, which its documentation names (section "Images").
    return (pdf as Pdf & { openImage: (content: Buffer) => PDFKit.Mixins.ImageSrc }).openImage(Buffer.from(content))
  } catch {
    return null
  }
}

function writeBody(pdf: Pdf, receipt: PrintedReceipt): void {
  const width = pdf.page.width - 2 * MARGIN
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  /** Adds a structure element whose content `draw` writes. */
  const element = (type: string, draw: () => void, alt?: string) => root.add(pdf.struct(type, alt === undefined ? {} : { alt }, draw))
  const line = (color: string, thickness: number) =>
    pdf.markContent('Artifact', { type: 'Layout' }) &&
    pdf
      .moveTo(MARGIN, pdf.y)
      .lineTo(MARGIN + width, pdf.y)
      .lineWidth(thickness)
      .stroke(color) &&
    pdf.endMarkedContent()
  const logo = receipt.logo && readLogo(pdf, receipt.logo.content)
  if (logo) element('Figure', () => pdf.image(logo, MARGIN, MARGIN, { fit: [width / 2, LOGO_HEIGHT] }), receipt.logo?.alt)
  if (logo) pdf.y = MARGIN + LOGO_HEIGHT + 12
  element('P', () => pdf.font('regular').fontSize(10).fillColor(SOFT).text(receipt.customer, MARGIN, pdf.y, { width }))
  pdf.y += 6
  line(receipt.color, 2)
  pdf.y += 14
  element('H1', () => pdf.font('bold').fontSize(20).fillColor(receipt.color).text(receipt.title, MARGIN, pdf.y, { width }))
  pdf.y += 10
  writeRows(receipt.facts)
  if (receipt.note !== '') {
    pdf.y += 8
    element('P', () => pdf.font('regular').fontSize(9.5).fillColor(SOFT).text(receipt.note, MARGIN, pdf.y, { width }))
  }
  for (const { title, rows } of receipt.sections) {
    pdf.y += 18
    element('H2', () => pdf.font('bold').fontSize(13).fillColor(INK).text(title, MARGIN, pdf.y, { width }))
    pdf.y += 6
    writeRows(rows)
  }
  root.end()

  /** Writes the rows as a table with two columns. A row that does not fit begins on a new page. */
  function writeRows(rows: PrintedReceipt['facts']): void {
    const labelWidth = width * 0.36
    const textWidth = width - labelWidth - 12
    const table = pdf.struct('Table')
    root.add(table)
    for (const { label, text } of rows) {
      const height = Math.max(
        pdf.font('regular').fontSize(9.5).heightOfString(label, { width: labelWidth }),
        pdf.font('regular').fontSize(10.5).heightOfString(text, { width: textWidth }),
      )
      const bottom = pdf.page.height - MARGIN - FOOTER
      if (pdf.y + height > bottom && height < bottom - MARGIN) pdf.addPage()
      const [top, page] = [pdf.y, pdf.bufferedPageRange().count]
      const row = pdf.struct('TR')
      table.add(row)
      row.add(pdf.struct('TH', {}, () => pdf.font('regular').fontSize(9.5).fillColor(SOFT).text(label, MARGIN, top, { width: labelWidth })))
      const below = pdf.y
      row.add(
        pdf.struct('TD', {}, () =>
          pdf
            .font('regular')
            .fontSize(10.5)
            .fillColor(INK)
            .text(text, MARGIN + labelWidth + 12, top, { width: textWidth }),
        ),
      )
      row.end()
      // A long answer may have continued on further pages; then its end is the end of the row.
      pdf.y = pdf.bufferedPageRange().count === page ? Math.max(below, pdf.y) + 5 : pdf.y + 5
      line(LINE, 0.5)
      pdf.y += 5
    }
    table.end()
  }
}

function writeFooters(pdf: Pdf, receipt: PrintedReceipt): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(start + page)
    // The footer stands below the lower margin, where pdfkit would begin a new page.
    pdf.page.margins.bottom = 0
    const y = pdf.page.height - MARGIN
    const width = pdf.page.width - 2 * MARGIN
    pdf.markContent('Artifact', { type: 'Pagination' })
    pdf.font('regular').fontSize(8).fillColor(SOFT)
    pdf.text(receipt.footer, MARGIN, y, { width: width * 0.75, lineBreak: false, ellipsis: true })
    pdf.text(fill(receipt.pageOf, [String(page + 1), String(count)]), MARGIN, y, { width, align: 'right', lineBreak: false })
    pdf.endMarkedContent()
  }
}
