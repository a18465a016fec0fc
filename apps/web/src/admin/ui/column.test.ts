import { useTable } from '@tanstack/react-table'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Column, columnDefs, features } from './column.ts'

interface Row {
  name: string
  size: number
}
const columns: Column<Row>[] = [
  { key: 'name', header: '', text: ({ name }) => name },
  { key: 'size', header: '', text: ({ size }) => size.toLocaleString('it'), sortValue: ({ size }) => size },
  { key: 'free', header: '', text: () => '', sort: false },
]
const rows: Row[] = [
  { name: 'zeta', size: 1_000 },
  { name: 'Émile', size: 9 },
  { name: 'voce 10', size: 10 },
  { name: 'voce 9', size: 9 },
  { name: 'eco', size: 2 },
]
/** Returns the names of the test rows in the order in which a table shows them. */
function by(value: string): string[] {
  const sorting = [{ id: value.replace(/^-/, ''), desc: value.startsWith('-') }]
  let names: string[] = []
  function Probe() {
    const table = useTable({ features, columns: columnDefs(columns, () => true, 'it'), data: rows, state: { sorting } })
    names = table.getRowModel().rows.map(({ original }) => original.name)
    return null
  }
  renderToString(createElement(Probe))
  return names
}

test.each([
  ['name', ['eco', 'Émile', 'voce 9', 'voce 10', 'zeta'], 'accents and digits by the language'],
  ['-name', ['zeta', 'voce 10', 'voce 9', 'Émile', 'eco'], 'texts descending'],
  ['size', ['eco', 'Émile', 'voce 9', 'voce 10', 'zeta'], 'numbers by size, equal rows in their order'],
  ['-size', ['zeta', 'voce 10', 'Émile', 'voce 9', 'eco'], 'numbers descending, equal rows in their order'],
  ['free', rows.map(({ name }) => name), 'no order for a column that cannot be sorted'],
  ["name'; drop table x", rows.map(({ name }) => name), 'no order for an unknown column'],
  ['__proto__', rows.map(({ name }) => name), 'no order for an unknown column'],
])('table rows sorted by %s have the order %j (%s)', (value, names) => expect(by(value)).toEqual(names))
