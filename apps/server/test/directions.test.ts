import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

// The directions of docs/map.md, held against every import of the server's sources.
const SOURCE = fileURLToPath(new URL('../src/', import.meta.url))
/** Base layers, each of which may use the ones before it. */
const BASE = ['environment.ts', 'config.ts', 'tracing', 'db', 'http', 'access']
/** Parts that put the concepts together. */
const TOP = ['app.ts', 'main.ts', 'cli', 'jobs', 'pages']
/** What one concept may take of another. */
const DOORS = /^[^/]+\/(?:rules|queries)\.ts$/

interface Import {
  from: string
  to: string
  typeOnly: boolean
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => join(folder, file))
}

function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/(?:import|export)\s+(type\s)?[^'"]*?from\s+'(\.{1,2}\/[^']+)'/g)].map(([, typeOnly, target = '']) => ({
    from: relative(SOURCE, file),
    to: relative(SOURCE, join(dirname(file), target)),
    typeOnly: typeOnly !== undefined,
  }))
}

const partOf = (path: string) => path.split('/')[0] ?? path
const imports = filesBelow(SOURCE).flatMap(importsOf)
const isConcept = (path: string) => !BASE.includes(partOf(path)) && !TOP.includes(partOf(path)) && path !== 'services.ts'

describe('inside the server', () => {
  test('the sources are found', () => expect(imports.length).toBeGreaterThan(100))

  test('a base layer knows only the layers below it', () => {
    const wrong = imports.filter(
      ({ from, to, typeOnly }) => BASE.includes(partOf(from)) && !typeOnly && !BASE.slice(0, BASE.indexOf(partOf(from)) + 1).includes(partOf(to)),
    )
    expect(wrong).toEqual([])
  })

  test('a concept reaches another only through its rules or queries', () => {
    const wrong = imports.filter(({ from, to, typeOnly }) => isConcept(from) && isConcept(to) && partOf(from) !== partOf(to) && !typeOnly && !DOORS.test(to))
    expect(wrong).toEqual([])
  })

  test('nothing but the process and the commands knows what puts the concepts together', () => {
    const wrong = imports.filter(({ from, to }) => TOP.includes(partOf(to)) && !TOP.includes(partOf(from)))
    expect(wrong).toEqual([])
  })
})

/** What each workspace may use of the others: `type` where only types may cross (docs/map.md, "Directions"). */
const WORKSPACES: Readonly<Record<string, Readonly<Record<string, 'all' | 'type'>>>> = {
  'packages/codfis': {},
  'packages/fields': { '@sportello/codfis': 'all' },
  'packages/contract': { '@sportello/fields': 'all' },
  'packages/phrases': { '@sportello/contract': 'type', '@sportello/fields': 'type' },
  'apps/server': { '@sportello/codfis': 'all', '@sportello/contract': 'all', '@sportello/fields': 'all', '@sportello/phrases': 'all' },
  'apps/web': { '@sportello/codfis': 'all', '@sportello/contract': 'all', '@sportello/fields': 'all', '@sportello/phrases': 'all' },
}
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

function workspaceImports(workspace: string): { file: string; target: string; typeOnly: boolean }[] {
  const folder = join(ROOT, workspace, 'src')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/(?:import|export)\s+(type\s)?[^'"]*?from\s+'([^']+)'/g)].map(([, typeOnly, target = '']) => ({
        file,
        target,
        typeOnly: typeOnly !== undefined,
      })),
    )
}

describe('between the workspaces', () => {
  test.each(Object.entries(WORKSPACES))('%s uses of the others what it may', (workspace, allowed) => {
    const ours = workspaceImports(workspace).filter(({ target }) => target.startsWith('@sportello/'))
    const wrong = ours.filter(({ target, typeOnly }) => {
      const right = allowed[target.split('/').slice(0, 2).join('/')]
      return right === undefined || (right === 'type' && !typeOnly)
    })
    expect(wrong).toEqual([])
  })

  test.each(Object.keys(WORKSPACES))('%s reaches no other by a path', (workspace) => {
    const folder = join(ROOT, workspace, 'src')
    const outside = workspaceImports(workspace).filter(
      ({ file, target }) => target.startsWith('.') && relative(folder, join(folder, dirname(file), target)).startsWith('..'),
    )
    expect(outside).toEqual([])
  })

  test('what the browser runs takes no schemas', () => {
    const wrong = workspaceImports('apps/web').filter(
      ({ target, typeOnly }) => !typeOnly && (target === 'zod' || target.endsWith('/schemas') || target.endsWith('/settings')),
    )
    expect(wrong).toEqual([])
  })
})
