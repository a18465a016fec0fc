import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { absentPlaces, absentTests, type Row, rowsOf, testsOf, unreadFiles } from './documented-tests.ts'

const DOCS = new URL('../../../docs/', import.meta.url)

const numbered = (letter: string, last: number) => Array.from({ length: last }, (_, at) => `${letter}${at + 1}`)
/**
 * A row of docs/threats.md must give a reason if it names neither a test nor a measurement of the reliability lab
 * (fault-injection tests). Matches the beginning of this reason.
 */
const REASON = /^(?:Not held by a test|Not met in part|Differs|Not applicable): \S/

const rows = rowsOf('threats.md', /^[TF]\d+$/)

/**
 * Returns the measurements that a row of docs/threats.md names, with their files. The measurements belong to the
 * reliability lab (fault-injection tests).
 */
function figuresOf({ by }: Row): { id: string; file: string }[] {
  return [...by.matchAll(/\[([GF]\d+(?:-\w+)?)\]\(\.\.\/(lab\/src\/figures\/[\w-]+\.ts)\)/g)].map(([, id = '', file = '']) => ({ id, file }))
}

describe('docs/threats.md', () => {
  test('contains each of the 54 threats and 24 faults exactly once', () => {
    expect(rows.map(({ id }) => id)).toEqual([...numbered('T', 54), ...numbered('F', 24)])
    for (const { cells } of rows) expect(cells).toHaveLength(2)
  })

  test('names only tests that exist', () => {
    expect(rows.flatMap(absentTests)).toEqual([])
    expect(rows.filter(unreadFiles).map(({ id }) => id)).toEqual([])
  })

  test('names only measurements of the reliability lab that exist', () => {
    const all = rows.flatMap(figuresOf)
    expect(all.length).toBeGreaterThan(20)
    const absent = all.filter(({ id, file }) => {
      const place = new URL(`../${file}`, DOCS)
      return !existsSync(place) || !readFileSync(place, 'utf8').includes(`id: '${id}'`)
    })
    expect(absent).toEqual([])
    expect(rows.filter((row) => (row.by.match(/\]\(\.\.\/lab\/src\//g) ?? []).length > figuresOf(row).length)).toEqual([])
  })

  test('gives a reason for each row that names neither a test nor a measurement of the reliability lab', () => {
    expect(rows.filter((row) => testsOf(row).length + figuresOf(row).length === 0 && !REASON.test(row.by)).map(({ id }) => id)).toEqual([])
  })

  test('contains only links to existing pages and headings', () => {
    expect(rows.flatMap(absentPlaces)).toEqual([])
  })
})
