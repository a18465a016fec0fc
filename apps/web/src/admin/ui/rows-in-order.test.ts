import { expect, test } from 'vitest'
import type { Column } from './column.ts'
import { rowsInOrder } from './rows-in-order.ts'

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
const by = (value: string, language = 'it') => {
  const [column, descending] = [value.replace(/^-/, ''), value.startsWith('-')]
  return rowsInOrder(rows, columns, { value, column, descending, sorts: () => true, turn: () => {} }, language).map(({ name }) => name)
}

test.each([
  ['name', ['eco', 'Émile', 'voce 9', 'voce 10', 'zeta'], 'accents and digits as people read them'],
  ['-name', ['zeta', 'voce 10', 'voce 9', 'Émile', 'eco'], 'the other way round'],
  ['size', ['eco', 'Émile', 'voce 9', 'voce 10', 'zeta'], 'by size, not by how it is written; equal ones as they came'],
  ['-size', ['zeta', 'voce 10', 'Émile', 'voce 9', 'eco'], 'equal ones as they came, downwards too'],
  ['free', rows.map(({ name }) => name), 'a column that does not sort'],
  ["name'; drop table x", rows.map(({ name }) => name), 'a column that is none'],
  ['__proto__', rows.map(({ name }) => name), 'a column that is none'],
])('%s: %j (%s)', (value, names) => expect(by(value)).toEqual(names))
