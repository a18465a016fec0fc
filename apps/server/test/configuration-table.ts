import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { environment, variableTexts } from '../src/platform/environment.ts'

const FILE = new URL('../../../docs/configuration.md', import.meta.url)
const MARKS = /(<!-- variables -->\n).*(<!-- end of variables -->)/s

/** Returns the table of environment variables for docs/configuration.md as Markdown. */
function variableTable(): string {
  const rows = Object.entries(environment.shape).map(([name, schema]) => {
    const text = variableTexts.get(schema)
    if (!text) throw new Error(`${name} has no text`)
    return `| \`${name}\` | ${text.unset ?? defaultOf(schema)} | ${text.meaning} |`
  })
  return ['| Variable | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n')
}

function defaultOf(schema: z.ZodType): string {
  const { data } = schema.safeParse(undefined)
  return data === undefined ? 'none' : `\`${String(data)}\``
}

/** Returns the current text of docs/configuration.md, and the text that the generator would write. */
export function configurationDocument(): { file: URL; present: string; wanted: string } {
  const present = readFileSync(FILE, 'utf8')
  return { file: FILE, present, wanted: present.replace(MARKS, `$1\n${variableTable()}\n\n$2`) }
}
