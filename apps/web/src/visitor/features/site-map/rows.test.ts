import type { SiteMapNode } from '@sportello/contract'
import { describe, expect, test } from 'vitest'
import { filtered, MAX_ROWS, openRows } from './rows.ts'

const node = (code_tag: string, tag_description: string, ...children: SiteMapNode[]): SiteMapNode => ({
  id: code_tag,
  level: 0,
  code_tag,
  tag_description,
  children,
  form_fields: [],
})
const TREE = [node('a', 'Città', node('a1', 'Strade', node('a11', 'Buche')), node('a2', 'Parchi')), node('b', 'Tasse')]
const shown = (rows: ReturnType<typeof openRows>) => rows.map(({ node: { code_tag }, level }) => `${'-'.repeat(level)}${code_tag}`)

describe('openRows (the visible rows of the site map)', () => {
  test.each<[open: string[], rows: string[]]>([
    [[], ['-a', '-b']],
    [['a'], ['-a', '--a1', '--a2', '-b']],
    [
      ['a', 'a1'],
      ['-a', '--a1', '---a11', '--a2', '-b'],
    ],
    [['a1'], ['-a', '-b']],
  ])('with the steps %j expanded, returns the rows %j', (open, rows) => {
    expect(shown(openRows(TREE, new Set(open)))).toEqual(rows)
  })

  test('returns the position of each row among its siblings', () => {
    const [, second] = openRows(TREE, new Set(['a']))
    expect(second).toMatchObject({ place: 1, siblings: 2, parent: 'a', open: false })
  })
})

describe('filtered (the site map with only the steps that match a filter text)', () => {
  test.each<[filter: string, rows: string[]]>([
    ['buche', ['-a', '--a1', '---a11']],
    ['CITTA', ['-a']],
    ['strade', ['-a', '--a1']],
    ['a', ['-a', '--a1', '--a2', '-b']],
    ['nothing', []],
  ])('for the filter text %j, returns the rows %j', (filter, rows) => {
    const { nodes, open } = filtered(TREE, filter)
    expect(shown(openRows(nodes, open))).toEqual(rows)
  })

  test('keeps the child steps of a matching step, and collapses them', () => {
    expect(filtered(TREE, 'citta').nodes[0]?.children).toHaveLength(2)
  })

  test('returns at most MAX_ROWS matching steps, and the number of steps left out', () => {
    const many = Array.from({ length: MAX_ROWS + 7 }, (_, at) => node(`m${at}`, `Many ${at}`))
    const { nodes, more } = filtered(many, 'many')
    expect([nodes.length, more]).toEqual([MAX_ROWS, 7])
  })
})
