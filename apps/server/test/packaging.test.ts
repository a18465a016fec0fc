import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { environment } from '../src/platform/environment.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const PACKAGING = join(ROOT, 'packaging')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const matches = (path: string, pattern: RegExp) => [...read(path).matchAll(pattern)].map((match) => match[1] ?? '')

/** Variables that the packaging sets for other programs, or for itself. */
const FOREIGN = ['NODE_ENV', 'TMPDIR', 'DATABASE_PASSWORD']

interface Service {
  image: string
  volumes?: string[]
  environment?: Record<string, string>
}
const compose = parse(read('packaging/container/compose.yaml'), { merge: true }) as { services: Record<string, Service> }
const containerfile = read('packaging/container/Containerfile')

describe('variables that the packaging sets', () => {
  const NAMES: [string, string[]][] = [
    ['packaging/debian/sportello.env', matches('packaging/debian/sportello.env', /^#?([A-Z][A-Z0-9_]*)=/gm)],
    ['packaging/container/Containerfile', [...(/^ENV (DATA_DIR.+)$/m.exec(containerfile)?.[1] ?? '').matchAll(/([A-Z_]+)=/g)].map((match) => match[1] ?? '')],
    ['packaging/container/compose.yaml', ['web', 'worker'].flatMap((name) => Object.keys(compose.services[name]?.environment ?? {}))],
    ['packaging/helm/sportello/templates/_helpers.tpl', matches('packaging/helm/sportello/templates/_helpers.tpl', /- name: ([A-Z][A-Z0-9_]*)$/gm)],
    ['packaging/ansible/roles/sportello/templates/sportello.env.j2', matches('packaging/ansible/roles/sportello/templates/sportello.env.j2', /^([A-Z_]+)=/gm)],
  ]
  test.each(NAMES)('%s sets only variables that exist', (_, names) => {
    expect(names.length).toBeGreaterThan(3)
    expect(names.filter((name) => !(name in environment.shape) && !FOREIGN.includes(name))).toEqual([])
  })
})

test('the chart has the version of the program', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  expect(parse(read('packaging/helm/sportello/Chart.yaml'))).toMatchObject({ version, appVersion: version })
})

test('the chart asks for addresses that the server has', () => {
  const server = read('apps/server/src/surfaces/health/health.ts')
  const paths = ['templates/web.yaml', 'templates/pod-monitor.yaml'].flatMap((file) => matches(`packaging/helm/sportello/${file}`, /path: (\/[a-z/]+)/g))
  expect(new Set(paths)).toEqual(new Set(['/health/live', '/health/ready', '/metrics']))
  for (const path of paths) expect(server).toContain(`'${path}'`)
})

test('the compose file mounts files that exist, and names a version of each foreign image', () => {
  const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0] ?? ''))
  const files = mounted.filter((path) => path.startsWith('.'))
  expect(files.length).toBeGreaterThan(1)
  for (const file of files) expect(existsSync(join(PACKAGING, 'container', file)), file).toBe(true)
  for (const [name, { image }] of Object.entries(compose.services)) {
    if (name !== 'web' && name !== 'worker') expect(image, name).toMatch(/^[a-z.]+\/[a-z/-]+:v?\d/)
  }
})

test('no file with secrets gets into the image', () => {
  // Docker reads only this file, and Podman reads it too.
  expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['**/.env', '**/data', '**/node_modules', '.git']))
  expect(read('.gitignore').split('\n')).toContain('.env')
})

test('the image is made from files that exist', () => {
  const copied = [...containerfile.matchAll(/packaging\/\S+/g)].map(([path]) => path).filter((path) => !path.endsWith('Containerfile'))
  expect(copied).toHaveLength(2)
  for (const path of copied) expect(existsSync(join(ROOT, path)), path).toBe(true)
})

test('the role for HAProxy replaces lines that the example has', () => {
  const template = read('packaging/ansible/roles/proxy/templates/haproxy.cfg.j2')
  const replaced = [...template.matchAll(/regex_replace\('\(\?m\)([^']+)',/g)].map((match) => match[1] ?? '')
  expect(replaced).toHaveLength(3)
  const [, example = ''] = /playbook_dir ~ '\/([^']+)'/.exec(template) ?? []
  const lines = readFileSync(join(PACKAGING, 'ansible', example), 'utf8')
  for (const pattern of replaced) expect(lines.match(new RegExp(pattern, 'gm')), pattern).toHaveLength(1)
  expect(dirname(example)).toBe('../../docs/operators')
})
