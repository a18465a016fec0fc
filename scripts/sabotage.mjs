// `npm run sabotage -- [--part=0.1] [WORD…]`: tests the tests. Removes the defences that `sabotages.mjs` lists, one at
// a time, from a copy of the sources, and checks that a test then fails. `--part` selects a random part of the
// defences.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { SABOTAGES } from './sabotages.mjs'
import { ensureBuilt, ensureInstalled, fail, NODE, ROOT } from './workspace.mjs'

ensureInstalled()
ensureBuilt()
const { values: options, positionals: words } = parseArgs({ allowPositionals: true, options: { part: { type: 'string' } } })
const named = SABOTAGES.filter(({ what, file }) => words.length === 0 || words.some((word) => what.includes(word) || file.includes(word)))
const chosen = options.part ? shuffled(named).slice(0, Math.ceil(named.length * Number(options.part))) : named
const copy = copySources()
try {
  for (const { what, file, from } of chosen) {
    if (readFileSync(join(copy, file), 'utf8').split(from).length !== 2)
      fail(`${file}: what "${what}" takes away does not stand there once. Mend scripts/sabotages.mjs.`)
  }
  const tests = [...new Set(chosen.flatMap((each) => each.tests))]
  console.log(`${chosen.length} sabotages. First the tests as they are…`)
  if (!passes(tests)) fail('They must pass before anything is taken away.')
  const unnoticed = chosen.filter(({ what, file, from, to, tests: of }) => {
    const path = join(copy, file)
    const sound = readFileSync(path, 'utf8')
    writeFileSync(
      path,
      sound.replace(from, () => to),
    )
    const noticed = !passes(of)
    writeFileSync(path, sound)
    console.log(`${noticed ? 'caught  ' : 'UNNOTICED'}  ${what}`)
    return noticed ? false : what
  })
  console.log(`\n${chosen.length - unnoticed.length} of ${chosen.length} caught`)
  process.exitCode = unnoticed.length > 0 ? 1 : 0
} finally {
  rmSync(copy, { recursive: true, force: true })
}

function passes(tests) {
  const report = join(copy, 'report.json')
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--bail=1',
    '--project=server',
    '--reporter=json',
    `--outputFile=${report}`,
    ...tests.map((test) => `apps/server/src/${test}`),
  ]
  const { status, stderr, stdout } = spawnSync(NODE, args, { cwd: copy, encoding: 'utf8', env: { ...process.env, CI: '1' } })
  if (/No test files found/.test(stdout + stderr)) fail(`there are no tests at ${tests.join(', ')}`)
  if (status === 0) return true
  // At least one test must have run and failed. If the changed copy of the sources does not even start, the failed run
  // does not show that a test detects the removed defence.
  if (JSON.parse(readFileSync(report, 'utf8')).numFailedTests === 0) fail(`no test failed, and yet the run did:\n${stdout}${stderr}`)
  return false
}

function shuffled(list) {
  return list
    .map((each) => ({ each, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each)
}

/**
 * Copies the sources, and links the installed npm packages. The workspace's own packages are copied instead of linked.
 */
function copySources() {
  const target = mkdtempSync(join(tmpdir(), 'sportello-sabotage-'))
  const left = new Set(['node_modules', '.git', 'data'])
  cpSync(ROOT, target, { recursive: true, filter: (path) => !left.has(relative(ROOT, path).split('/')[0]), verbatimSymlinks: true })
  const modules = join(ROOT, 'node_modules')
  mkdirSync(join(target, 'node_modules'))
  for (const name of readdirSync(modules)) {
    const own = name === '@sportello'
    if (own) cpSync(join(modules, name), join(target, 'node_modules', name), { recursive: true, verbatimSymlinks: true })
    else symlinkSync(join(modules, name), join(target, 'node_modules', name))
  }
  return target
}
