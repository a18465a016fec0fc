// `npm run program -- FOLDER`: writes what a deployment needs to run into a new folder: the sources of the server, the
// built web application, and the packages that they use. The Debian package is made from it.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ensureBuilt, ensureInstalled, fail, ROOT } from './workspace.mjs'

const COPIED = ['package.json', 'package-lock.json', 'demo', 'packages', 'apps/server', 'apps/web/dist', 'docs/operators/probe-form.yaml']

/** Writes the program into a folder that does not exist. */
export function copyProgram(folder) {
  if (existsSync(folder)) fail(`${folder} exists.`)
  ensureInstalled()
  ensureBuilt()
  for (const path of COPIED) cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter: isOfProgram, verbatimSymlinks: true })
  // npm compares the lock file with the package.json of each workspace.
  const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  for (const workspace of workspaces.flatMap(foldersOf)) copyPackageFile(workspace, folder)
  const needed = ['apps/server', ...foldersOf('packages/*')].flatMap((workspace) => ['--workspace', workspace])
  const args = ['ci', '--omit=dev', '--include-workspace-root', ...needed, '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) fail('The packages could not be installed.')
  removeUnused(join(folder, 'node_modules'))
}

/**
 * Deletes what no process reads: the packages' source maps and types, and Node.js's headers for C++. The program has 736
 * MB with them, and 527 without.
 */
function removeUnused(modules) {
  for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && /\.(?:map|d\.[cm]?ts)$/.test(entry.name)) rmSync(join(entry.parentPath, entry.name))
    if (entry.isDirectory() && entry.name === 'include' && /\/node-[^/]+$/.test(entry.parentPath)) {
      rmSync(join(entry.parentPath, entry.name), { recursive: true })
    }
  }
}

function copyPackageFile(workspace, folder) {
  mkdirSync(join(folder, workspace), { recursive: true })
  cpSync(join(ROOT, workspace, 'package.json'), join(folder, workspace, 'package.json'))
}

/** Returns false for tests and for what is installed. */
function isOfProgram(path) {
  const name = path.slice(ROOT.length)
  return !/\/node_modules(?:\/|$)|\.test\.tsx?$|^\/(?:packages\/[^/]+|apps\/server)\/test(?:\/|$)/.test(name)
}

function foldersOf(workspace) {
  if (!workspace.endsWith('/*')) return [workspace]
  const parent = dirname(workspace)
  return readdirSync(join(ROOT, parent)).flatMap((name) => (existsSync(join(ROOT, parent, name, 'package.json')) ? [`${parent}/${name}`] : []))
}

if (process.argv[1] === import.meta.filename) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) fail('program needs a folder')
  copyProgram(resolve(folder))
}
