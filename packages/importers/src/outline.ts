import { type Definition, MAX_TREE_DEPTH, type Tag } from '@sportello/contract'
import type { Imported } from './build-definition.ts'
import { Codes } from './codes.ts'
import { MAX_LABEL, MAX_OUTLINE_STEPS, MAX_SOURCE_SIZE } from './limits.ts'
import { ImportRejected, Notes } from './notes.ts'
import { bounded } from './render-field.ts'

/** A line of an outline, with its line number, indentation and title. */
interface Line {
  number: number
  indent: number
  title: string
  /** Level of the line according to its numbering: 2 for "1.1"; undefined if the line is not numbered. */
  numbered: number | undefined
}

const TAB_WIDTH = 8
/** Additional indentation, in spaces, of a line that begins with a list mark. It is less than a real space. */
const MARK_WIDTH = 0.5

/**
 * Imports an outline that was pasted from a document or a spreadsheet. Each line becomes a step without questions,
 * which the author adds later. The level of a line depends on tabs, spaces, empty cells at the start of a row, and
 * numbers such as "1.1". A line with a list mark belongs to the nearest line above that has none.
 * @param text lines of text, or rows with cells separated by tabs
 * @throws ImportRejected
 */
export function importOutline(text: string): Imported {
  if (typeof text !== 'string') throw new ImportRejected('format')
  if (text.length > MAX_SOURCE_SIZE) throw new ImportRejected('too_large', String(MAX_SOURCE_SIZE))
  const lines = linesOf(text)
  if (lines.length === 0) throw new ImportRejected('empty')
  if (lines.length > MAX_OUTLINE_STEPS) throw new ImportRejected('too_many', String(MAX_OUTLINE_STEPS))
  const notes = new Notes()
  const codes = new Codes()
  const top: Tag[] = []
  const open: { indent: number; children: Tag[] }[] = []
  let merged = false
  for (const { number, indent, title } of withNumberedIndent(lines)) {
    while (open.length > 0 && (open.at(-1)?.indent ?? 0) >= indent) open.pop()
    const place = String(number)
    const tag_description = bounded(title, MAX_LABEL, place, notes)
    const step: Tag = { code_tag: codes.fromTitle(title, 'step'), tag_description, form_fields: [], children: [] }
    const parents = open.slice(0, MAX_TREE_DEPTH - 1)
    merged ||= parents.length < open.length
    ;(parents.at(-1)?.children ?? top).push(step)
    open.push({ indent, children: step.children })
  }
  if (merged) notes.add('', 'steps_merged', String(MAX_TREE_DEPTH))
  notes.add('', 'no_questions')
  return { definition: rootOf(top, codes, notes), notes: notes.list() }
}

/**
 * Returns the root of the form. If the outline has only one line on the first level, the root is that line; otherwise
 * the root is a new step above the lines of the first level.
 */
function rootOf(top: Tag[], codes: Codes, notes: Notes): Definition {
  const [only, ...others] = top
  if (only && others.length === 0 && only.children.length > 0) return { ...only, form_params: { form_title: only.tag_description } }
  const code_tag = codes.fromTitle('form', 'form')
  notes.add('', 'label_missing', code_tag)
  return { code_tag, tag_description: code_tag, form_params: {}, form_fields: [], children: top }
}

function linesOf(text: string): Line[] {
  const lines: Line[] = []
  for (const [at, raw] of text.split(/\r\n|[\n\r\u2028\u2029]/).entries()) {
    const line = lineOf(raw, at + 1)
    if (line) lines.push(line)
  }
  return lines
}

/** Matches a list mark: a bullet, or a dash, checkbox, number or letter that is followed by a space. */
const MARK = /^(?:[•◦▪‣·○●■]\s*|(?:[-*+–—]|\[[ xX]?\]|\(?(?:\d{1,4}(?:\.\d{1,4})*|[A-Za-z]|[ivxIVX]{1,6})[.)]|\d{1,4}(?:\.\d{1,4})+)\s+)/

function lineOf(raw: string, number: number): Line | undefined {
  const [space = ''] = /^[\s\u00a0\ufeff"]*/.exec(raw) ?? []
  let rest = raw.slice(space.replace(/"+$/, '').length).trim()
  let numbered: number | undefined
  let isMarked = false
  for (let mark = MARK.exec(rest); mark && rest.length > mark[0].length; mark = MARK.exec(rest)) {
    const [, digits] = /^\(?(\d+(?:\.\d+)*)/.exec(mark[0]) ?? []
    if (digits !== undefined) numbered ??= digits.split('.').length
    isMarked = true
    rest = rest.slice(mark[0].length)
    if (digits !== undefined) break
  }
  const title = cellsOf(rest).trim()
  return title === '' ? undefined : { number, indent: widthOf(space) + (isMarked ? MARK_WIDTH : 0), title, numbered }
}

/** Joins the cells of a spreadsheet row, and removes the quotes around cells with line breaks or quotes. */
function cellsOf(row: string): string {
  return row
    .split('\t')
    .map((cell) => cell.trim().replace(/^"(.*)"$/, (_cell, inner: string) => inner.replaceAll('""', '"')))
    .filter((cell) => cell !== '')
    .join(' – ')
    .replace(/\s+/g, ' ')
}

function widthOf(space: string): number {
  let width = 0
  for (const sign of space) width += sign === '\t' ? TAB_WIDTH : sign === '"' || sign === '\ufeff' ? 0 : 1
  return width
}

/**
 * If no line of an outline is indented and the lines have numbers such as "1.1", derives the levels from the numbers.
 */
function withNumberedIndent(lines: readonly Line[]): readonly Line[] {
  const flat = lines.every(({ indent }) => indent === lines[0]?.indent)
  if (!flat || !lines.some(({ numbered }) => (numbered ?? 0) > 1)) return lines
  let level = 1
  return lines.map((line) => {
    level = line.numbered ?? level
    return { ...line, indent: level }
  })
}
