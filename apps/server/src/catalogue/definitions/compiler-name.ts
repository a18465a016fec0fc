import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { endianness } from 'node:os'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

/** The folders whose code decides what a compiled definition contains: this one, and those of the steps and of the fields. */
const SOURCES = [import.meta.dirname, ...['@sportello/contract', '@sportello/fields'].map((name) => dirname(require.resolve(name)))]

/** Returns the source files of a folder and of the folders in it, in a fixed order, without tests. */
function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function compilerName(): string {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap(filesIn)) hash.update(readFileSync(file))
  const { version } = require('sanitize-html/package.json') as { version: string }
  return hash.update(`sanitize-html ${version} ${endianness()}`).digest('hex')
}

/**
 * Names the program that compiles definitions: its source code, the version of the cleaner of HTML, and the byte order of the
 * machine. A compiled definition with another name must not be used: it may lack a rule of the cleaner.
 */
export const COMPILER = compilerName()
