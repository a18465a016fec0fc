import { strToU8, type Zippable, zipSync } from 'fflate'

type Cell = string | number | boolean | null

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function letters(column: number): string {
  return column < 26 ? String.fromCharCode(65 + column) : `${letters(Math.floor(column / 26) - 1)}${letters(column % 26)}`
}

/** Creates the parts of an .xlsx file with shared strings, in the same way as spreadsheet programs. */
export function xlsxParts(sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>): Record<string, string> {
  const names = Object.keys(sheets)
  const shared: string[] = []
  const sheetXml = (rows: readonly (readonly Cell[])[]) =>
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows
      .map((cells, row) => `<row r="${row + 1}">${cells.map((cell, column) => cellXml(cell, `${letters(column)}${row + 1}`, shared)).join('')}</row>`)
      .join('')}</sheetData></worksheet>`
  const worksheets = Object.fromEntries(names.map((name, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheets[name] ?? [])]))
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  return {
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns:r="${office}"><sheets>${names.map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_name, at) => `<Relationship Id="rId${at + 1}" Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}</Relationships>`,
    ...worksheets,
    'xl/sharedStrings.xml': `<sst>${shared.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
  }
}

function cellXml(cell: Cell, reference: string, shared: string[]): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${reference}" t="b"><v>${cell ? 1 : 0}</v></c>`
  shared.push(cell)
  return `<c r="${reference}" t="s"><v>${shared.length - 1}</v></c>`
}

/** Packs the parts of an .xlsx file into a ZIP archive. */
export const zipped = (parts: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])) as Zippable)

/** Creates an .xlsx file from sheets of cells. */
export const xlsx = (sheets: Parameters<typeof xlsxParts>[0]): Uint8Array => zipped(xlsxParts(sheets))
