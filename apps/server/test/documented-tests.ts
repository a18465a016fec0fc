import { existsSync, readFileSync } from 'node:fs'

const DOCS = new URL('../../../docs/', import.meta.url)

/** A row of a table in `docs/`. The row contains a statement and names the tests that verify it. */
export interface Row {
  id: string
  /** The cells of the row, without the first cell (the id) and the last cell. */
  cells: string[]
  /** The last cell of the row: the tests, by file and title, or the reason why there are none. */
  by: string
}

const BETWEEN_CELLS = / (?<!\\)\| /

/**
 * Returns rows of the tables in a document: those whose first cell matches `ids`, in the order of the document.
 * @param file path of the document, relative to `docs/`
 */
export function rowsOf(file: string, ids: RegExp): Row[] {
  return readFileSync(new URL(file, DOCS), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.endsWith(' |'))
    .map((line) => line.slice(2, -2).split(BETWEEN_CELLS))
    .filter(([id = '']) => ids.test(id))
    .map(([id = '', ...rest]) => ({ id, cells: rest.slice(0, -1), by: rest.at(-1) ?? '' }))
}

/**
 * Returns the tests that a row of a documentation table names: each link to a test file, with the titles that follow
 * it.
 */
export function testsOf({ by }: Row): { file: string; title: string }[] {
  return [...by.matchAll(/\]\(\.\.\/([^)]+\.(?:test|spec)\.tsx?)\) ((?:“[^”]+”(?:, )?)+)/g)].flatMap(([, file = '', titles = '']) =>
    [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => ({ file, title: title.replaceAll('\\|', '|') })),
  )
}

/** Returns those tests that a row of a documentation table names although they do not exist. */
export function absentTests(row: Row): { id: string; file: string; title: string }[] {
  return testsOf(row)
    .filter(({ file, title }) => !titlesIn(file).has(title))
    .map((each) => ({ id: row.id, ...each }))
}

/** Returns true if a row of a documentation table names a test file in a format that {@link testsOf} cannot parse. */
export function unreadFiles(row: Row): boolean {
  return (row.by.match(/\]\(\.\.\/[^)]+\.(?:test|spec)\.tsx?\)/g) ?? []).length > new Set(testsOf(row).map(({ file }) => file)).size
}

/** Returns the links in a row of a documentation table to other pages of `docs/`. */
export function placesOf({ by }: Row): { file: string; anchor: string | undefined }[] {
  return [...by.matchAll(/\]\((?!\.\.)([\w/.-]+\.md)(?:#([\w-]+))?\)/g)].map(([, file = '', anchor]) => ({ file, anchor }))
}

/** Returns those links in a row of a documentation table whose target does not exist. */
export function absentPlaces(row: Row): string[] {
  return placesOf(row)
    .filter(({ file, anchor }) => {
      const place = new URL(file, DOCS)
      return !existsSync(place) || (anchor !== undefined && !anchorsOf(readFileSync(place, 'utf8')).includes(anchor))
    })
    .map(({ file, anchor }) => `${row.id}: ${file}#${anchor ?? ''}`)
}

const known = new Map<string, Set<string>>()

/** Returns the titles of the tests and describe blocks in a test file, exactly as the source contains them. */
function titlesIn(file: string): Set<string> {
  const place = new URL(`../${file}`, DOCS)
  const found = known.get(file) ?? new Set(existsSync(place) ? titlesOf(readFileSync(place, 'utf8')) : [])
  known.set(file, found)
  return found
}

function titlesOf(source: string): string[] {
  // In the source, the title of a test follows `test(`, `describe(`, or the table of `test.each(…)`.
  return [...source.matchAll(/(?:\b(?:test|describe)(?:\.\w+)?|\))\(\s*(['`])((?:\\.|(?!\1)[^\\])*)\1,\s/g)].map(([, , title = '']) => title)
}

/** Returns the anchors that GitHub generates for a document's headings. */
function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )
}
