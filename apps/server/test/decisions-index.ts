import { readdirSync, readFileSync } from 'node:fs'

const FOLDER = new URL('../../../docs/decisions/', import.meta.url)

/**
 * Returns two texts of docs/decisions/index.md: the current text, and the text that the file should have. The latter
 * lists
 * the number and the first heading of each decision.
 */
export function decisionsIndex(): { file: URL; present: string; wanted: string } {
  const file = new URL('index.md', FOLDER)
  const rows = readdirSync(FOLDER)
    .filter((name) => /^\d{4}-/.test(name))
    .sort()
    .map((name) => {
      const [, heading = ''] = /^# (.+)$/m.exec(readFileSync(new URL(name, FOLDER), 'utf8')) ?? []
      const title = heading.replace(/^\d{4}:? /, '').replace(/ \(\d{4}-\d{2}-\d{2}\)$/, '')
      return `| ${name.slice(0, 4)} | [${title}](${name}) |`
    })
  const wanted = [
    '# Decisions',
    '',
    'Why the product is built this way: what was weighed, measured and rejected. `npm run schema` writes this table.',
    '',
    '| | |',
    '| --- | --- |',
    ...rows,
    '',
  ].join('\n')
  return { file, present: readText(file), wanted }
}

function readText(file: URL): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
