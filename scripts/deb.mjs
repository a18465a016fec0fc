// `npm run deb`: makes the Debian package of the product for this machine's architecture.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { copyProgram } from './program.mjs'
import { fail, ROOT } from './workspace.mjs'

const { values } = parseArgs({ options: { version: { type: 'string' }, out: { type: 'string' } } })
const { version: released } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const version = values.version ?? released
if (!/^\d[A-Za-z0-9.+~]*$/.test(version)) fail(`${version} is not a version of a Debian package.`)
if (!existsSync('/usr/bin/dpkg-deb')) fail('The package needs dpkg-deb, which Debian has.')

const stage = mkdtempSync(join(tmpdir(), 'sportello-deb-'))
process.on('exit', () => rmSync(stage, { recursive: true, force: true }))
const PARTS = join(ROOT, 'packaging', 'debian')
const at = (...parts) => join(stage, ...parts)

copyProgram(at('usr', 'lib', 'sportello', 'app'))
copyDocuments()
for (const name of readdirSync(PARTS).filter((each) => /\.(?:service|socket)$/.test(each))) copy(join(PARTS, name), at('lib', 'systemd', 'system', name))
copy(join(PARTS, 'sportello.env'), at('usr', 'share', 'sportello', 'sportello.env'))
copy(join(PARTS, 'sportello'), at('usr', 'bin', 'sportello'), 0o755)
const control = {
  VERSION: version,
  ARCHITECTURE: run('dpkg', ['--print-architecture']).trim(),
  INSTALLED_SIZE: run('du', ['-sk', '--apparent-size', stage]).split('\t')[0],
}
for (const name of ['control', 'postinst', 'prerm', 'postrm']) {
  const text = readFileSync(join(PARTS, name), 'utf8').replaceAll(/@(\w+)@/g, (_, key) => control[key])
  write(at('DEBIAN', name), text, name === 'control' ? 0o644 : 0o755)
}
// The checkout may have been made with another umask.
run('chmod', ['-R', 'u=rwX,go=rX', stage])
const file = resolve(values.out ?? '.', `sportello_${version}_${control.ARCHITECTURE}.deb`)
run('dpkg-deb', ['--root-owner-group', '-Zzstd', '-z10', '--build', stage, file])
console.log(`${file}  ${Math.round(statSync(file).size / 1e6)} MB`)

function copyDocuments() {
  const documents = at('usr', 'share', 'doc', 'sportello')
  cpSync(join(ROOT, 'docs'), documents, {
    recursive: true,
    filter: (path) => !/\/(?:node_modules|\.vitepress|package\.json)(?:\/|$)/.test(path.slice(ROOT.length)),
  })
  copy(join(ROOT, 'LICENSE'), join(documents, 'copyright'))
}

function copy(from, to, mode = 0o644) {
  write(to, readFileSync(from), mode)
}

function write(to, content, mode) {
  mkdirSync(dirname(to), { recursive: true })
  writeFileSync(to, content)
  chmodSync(to, mode)
}

function run(program, args, options = {}) {
  const { status, stdout, error } = spawnSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], ...options })
  if (status !== 0) fail(`${program} failed${error ? `: ${error.message}` : '.'}`)
  return stdout
}
