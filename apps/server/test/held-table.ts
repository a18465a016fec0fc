import { existsSync, readFileSync } from 'node:fs'

const DOCS = new URL('../../../docs/', import.meta.url)

/** A row of a table in `docs/` that names the tests which hold what it says. */
export interface Row {
  id: string
  /** What stands between the id and the last cell. */
  cells: string[]
  /** What holds it: tests by file and title, or why there are none. */
  by: string
}

const BETWEEN_CELLS = / (?<!\\)\| /

/** The rows whose first cell is such an id, in the order of the file. @param file below `docs/` */
export function rowsOf(file: string, ids: RegExp): Row[] {
  return readFileSync(new URL(file, DOCS), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.endsWith(' |'))
    .map((line) => line.slice(2, -2).split(BETWEEN_CELLS))
    .filter(([id = '']) => ids.test(id))
    .map(([id = '', ...rest]) => ({ id, cells: rest.slice(0, -1), by: rest.at(-1) ?? '' }))
}

/** The tests that a row names: each link to a file of tests with the titles behind it. */
export function testsOf({ by }: Row): { file: string; title: string }[] {
  return [...by.matchAll(/\]\(\.\.\/([^)]+\.(?:test|spec)\.tsx?)\) ((?:“[^”]+”(?:, )?)+)/g)].flatMap(([, file = '', titles = '']) =>
    [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => ({ file, title: title.replaceAll('\\|', '|') })),
  )
}

/** The tests that a row names and that are not there. */
export function absentTests(row: Row): { id: string; file: string; title: string }[] {
  return testsOf(row)
    .filter(({ file, title }) => !titlesIn(file).has(title))
    .map((each) => ({ id: row.id, ...each }))
}

/** Whether a row names a file of tests in a way that {@link testsOf} cannot read. */
export function unreadFiles(row: Row): boolean {
  return (row.by.match(/\]\(\.\.\/[^)]+\.(?:test|spec)\.tsx?\)/g) ?? []).length > new Set(testsOf(row).map(({ file }) => file)).size
}

/** The other pages of `docs/` that a row leads to. */
export function placesOf({ by }: Row): { file: string; anchor: string | undefined }[] {
  return [...by.matchAll(/\]\((?!\.\.)([\w/.-]+\.md)(?:#([\w-]+))?\)/g)].map(([, file = '', anchor]) => ({ file, anchor }))
}

/** Those of them that are not there. */
export function absentPlaces(row: Row): string[] {
  return placesOf(row)
    .filter(({ file, anchor }) => {
      const place = new URL(file, DOCS)
      return !existsSync(place) || (anchor !== undefined && !anchorsOf(readFileSync(place, 'utf8')).includes(anchor))
    })
    .map(({ file, anchor }) => `${row.id}: ${file}#${anchor ?? ''}`)
}

const known = new Map<string, Set<string>>()

/** The titles of a file's tests and of their groups, as they are written. */
function titlesIn(file: string): Set<string> {
  const place = new URL(`../${file}`, DOCS)
  const found = known.get(file) ?? new Set(existsSync(place) ? titlesOf(readFileSync(place, 'utf8')) : [])
  known.set(file, found)
  return found
}

function titlesOf(source: string): string[] {
  // A title follows `test(`, `describe(`, or the table of `test.each(…)`.
  return [...source.matchAll(/(?:\b(?:test|describe)(?:\.\w+)?|\))\(\s*(['`])((?:\\.|(?!\1)[^\\])*)\1,\s/g)].map(([, , title = '']) => title)
}

/** As GitHub makes them of headings. */
function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )
}
