import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { absentPlaces, absentTests, type Row, rowsOf, testsOf, unreadFiles } from './held-table.ts'

const DOCS = new URL('../../../docs/', import.meta.url)

const numbered = (letter: string, last: number) => Array.from({ length: last }, (_, at) => `${letter}${at + 1}`)
/** What a row without a test or a figure begins with. */
const REASON = /^(?:Not held by a test|Not met in part|Differs|Not applicable): \S/

const rows = rowsOf('threats.md', /^[TF]\d+$/)

/** The lab's figures that a row names, each by the file that takes it. */
function figuresOf({ by }: Row): { id: string; file: string }[] {
  return [...by.matchAll(/\[([GF]\d+(?:-\w+)?)\]\(\.\.\/(lab\/src\/figures\/[\w-]+\.ts)\)/g)].map(([, id = '', file = '']) => ({ id, file }))
}

describe('the table of threats and faults', () => {
  test('has each of the fifty-one threats and twenty-four faults once', () => {
    expect(rows.map(({ id }) => id)).toEqual([...numbered('T', 51), ...numbered('F', 24)])
    for (const { cells } of rows) expect(cells).toHaveLength(2)
  })

  test('names tests that are there', () => {
    expect(rows.flatMap(absentTests)).toEqual([])
    expect(rows.filter(unreadFiles).map(({ id }) => id)).toEqual([])
  })

  test('names figures that the lab takes', () => {
    const all = rows.flatMap(figuresOf)
    expect(all.length).toBeGreaterThan(20)
    const absent = all.filter(({ id, file }) => {
      const place = new URL(`../${file}`, DOCS)
      return !existsSync(place) || !readFileSync(place, 'utf8').includes(`id: '${id}'`)
    })
    expect(absent).toEqual([])
    expect(rows.filter((row) => (row.by.match(/\]\(\.\.\/lab\/src\//g) ?? []).length > figuresOf(row).length)).toEqual([])
  })

  test('says of each row without a test or a figure why it has none', () => {
    expect(rows.filter((row) => testsOf(row).length + figuresOf(row).length === 0 && !REASON.test(row.by)).map(({ id }) => id)).toEqual([])
  })

  test('leads to places that are there', () => {
    expect(rows.flatMap(absentPlaces)).toEqual([])
  })
})
