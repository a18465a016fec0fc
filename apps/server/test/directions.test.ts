import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { cyclesOf } from './cycles.ts'

// The root of the repository. This test checks every import in the sources, including imports of types, against the
// allowed dependencies in docs/map.md.
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** The server's layers, lowest first. Each layer may use only the layers before it. */
const LAYERS = ['platform', 'management', 'catalogue', 'entrance', 'requests', 'delivery', 'surfaces']
/**
 * The parts of the server's layer `platform`, lowest first. Each part may use only the parts before it; `keys` and
 * `services.ts` come last.
 */
const PLATFORM = ['addresses.ts', 'environment.ts', 'config.ts', 'telemetry', 'db', 'http', 'keys', 'services.ts']
/**
 * Each folder of the server's sources is a concept. Only some of its files may be imported by other concepts; matches
 * their paths.
 */
const DOORS = /^[^/]+\/[^/]+\/(?:rules|queries|services|jobs)\.ts$/

interface Import {
  from: string
  to: string
}

/** Returns the imports between the files below a folder, as file paths relative to the folder. */
function importsBelow(folder: string): Import[] {
  return sourcesBelow(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/(?:import|export)\s[^'"]*?from\s+'(\.{1,2}\/[^']+)'/g)].map(([, target = '']) => ({
      from: file,
      to: relative(folder, join(folder, dirname(file), target)),
    })),
  )
}

const sourcesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))

const imports = importsBelow(join(ROOT, 'apps/server/src'))
const layerOf = (path: string) => LAYERS.indexOf(path.split('/')[0] ?? '')
const isAbove = (path: string) => layerOf(path) === -1
/** Returns the layer and the concept (subfolder) to which a source file belongs, such as "entrance/sessions". */
const conceptOf = (path: string) => path.split('/').slice(0, 2).join('/')
const hasConcepts = (path: string) => layerOf(path) >= LAYERS.indexOf('catalogue')

describe('the server’s source code', () => {
  test('is divided into layers, except the entry point, the assembly of the server and the commands', () => {
    const above = new Set(
      sourcesBelow(join(ROOT, 'apps/server/src'))
        .filter(isAbove)
        .map((file) => file.split('/')[0]),
    )
    expect([...above].sort()).toEqual(['app.ts', 'cli', 'main.ts', 'services.ts'])
  })

  test('contains no import from a higher layer', () => {
    expect(imports.length).toBeGreaterThan(1_000)
    expect(imports.filter(({ from, to }) => !isAbove(from) && (isAbove(to) || layerOf(to) > layerOf(from)))).toEqual([])
  })

  test('imports the parts of the layer platform only in their order', () => {
    const rank = (path: string) => PLATFORM.indexOf(path.split('/')[1] ?? '')
    const within = imports.filter(({ from, to }) => layerOf(from) === 0 && layerOf(to) === 0)
    expect(within.filter(({ from, to }) => rank(from) === -1 || rank(to) > rank(from))).toEqual([])
  })

  test('contains no import cycle between concepts (subfolders of a layer)', () => {
    const between = imports.filter(({ from, to }) => !isAbove(from) && conceptOf(from) !== conceptOf(to))
    expect(cyclesOf(between.map(({ from, to }) => [conceptOf(from), conceptOf(to)]))).toEqual([])
  })

  test('imports another concept only through its files rules, queries, services or jobs', () => {
    const crossing = imports.filter(({ from, to }) => hasConcepts(from) && hasConcepts(to) && conceptOf(from) !== conceptOf(to))
    expect(crossing.filter(({ to }) => !DOORS.test(to))).toEqual([])
  })
})

/**
 * The other workspaces that the files of each workspace may import. `type` allows only imports of types (docs/map.md,
 * “Allowed dependencies”).
 */
const WORKSPACES: Readonly<Record<string, Readonly<Record<string, 'all' | 'type'>>>> = {
  'packages/codfis': {},
  'packages/fields': { '@sportello/codfis': 'all' },
  'packages/contract': { '@sportello/fields': 'all' },
  'packages/phrases': { '@sportello/contract': 'type', '@sportello/fields': 'type', '@sportello/importers': 'type' },
  'packages/editing': { '@sportello/contract': 'all' },
  'packages/checks': { '@sportello/codfis': 'all', '@sportello/contract': 'all', '@sportello/editing': 'all', '@sportello/fields': 'all' },
  'packages/importers': { '@sportello/contract': 'all' },
  'apps/server': {
    '@sportello/checks': 'all',
    '@sportello/codfis': 'all',
    '@sportello/contract': 'all',
    '@sportello/editing': 'all',
    '@sportello/fields': 'all',
    '@sportello/importers': 'all',
    '@sportello/phrases': 'all',
  },
  'apps/web': {
    '@sportello/checks': 'all',
    '@sportello/codfis': 'all',
    '@sportello/contract': 'all',
    '@sportello/editing': 'all',
    '@sportello/fields': 'all',
    '@sportello/importers': 'all',
    '@sportello/phrases': 'all',
  },
}

function workspaceImports(workspace: string): { file: string; target: string; typeOnly: boolean }[] {
  const folder = join(ROOT, workspace, 'src')
  return sourcesBelow(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/(?:import|export)\s+(type\s)?[^'"]*?from\s+'([^']+)'/g)].map(([, typeOnly, target = '']) => ({
      file,
      target,
      typeOnly: typeOnly !== undefined,
    })),
  )
}

const SOURCES = Object.keys(WORKSPACES).map((workspace) => `${workspace}/src`)

describe('the imports between workspaces', () => {
  test.each(Object.entries(WORKSPACES))('%s imports only the workspaces that it may import', (workspace, allowed) => {
    const ours = workspaceImports(workspace).filter(({ target }) => target.startsWith('@sportello/'))
    const wrong = ours.filter(({ target, typeOnly }) => {
      const right = allowed[target.split('/').slice(0, 2).join('/')]
      return right === undefined || (right === 'type' && !typeOnly)
    })
    expect(wrong).toEqual([])
  })

  test.each(Object.keys(WORKSPACES))('%s imports no file of another workspace by its file path', (workspace) => {
    const folder = join(ROOT, workspace, 'src')
    const outside = workspaceImports(workspace).filter(
      ({ file, target }) => target.startsWith('.') && relative(folder, join(folder, dirname(file), target)).startsWith('..'),
    )
    expect(outside).toEqual([])
  })

  test.each([...SOURCES, 'lab/src', 'bench/src'])('%s contains no import cycle between files', (folder) => {
    const files = importsBelow(join(ROOT, folder))
    expect(files.length).toBeGreaterThan(0)
    expect(cyclesOf(files.map(({ from, to }) => [from, to]))).toEqual([])
  })

  test('the code for the browser does not import the contract’s schemas', () => {
    const wrong = workspaceImports('apps/web').filter(
      ({ target, typeOnly }) => !typeOnly && (target === 'zod' || target.endsWith('/schemas') || target.endsWith('/settings')),
    )
    expect(wrong).toEqual([])
  })
})
