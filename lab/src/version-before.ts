import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** The folder of the migrations today, and the one in versions from before the server's layers. */
const MIGRATIONS = ['apps/server/src/platform/db/migrations', 'apps/server/src/db/migrations']
const run = promisify(execFile)
const git = async (...args: string[]) => (await run('git', args, { cwd: ROOT })).stdout.trim()

/** The version that ran before this one, installed and built in a folder of its own. */
export interface VersionBefore {
  /** As people call it: its tag or first letters, and its day. */
  name: string
  root: string
  /** Migrations that this version has and that one has not. */
  newMigrations: number
  remove: () => Promise<void>
}

/**
 * What stood before: the newest tag or, where there is none, the last commit before the newest migration. @returns undefined in a copy without a history
 */
export async function refBefore(): Promise<string | undefined> {
  if ((await git('rev-parse', '--show-toplevel').catch(() => '')) !== ROOT.replace(/\/$/, '')) return undefined
  const tag = await git('describe', '--tags', '--abbrev=0', 'HEAD^').catch(() => '')
  if (tag !== '') return tag
  const [added] = (await git('log', '--diff-filter=A', '--format=%H', '--', ...MIGRATIONS).catch(() => '')).split('\n')
  return added ? git('rev-parse', `${added}^`).catch(() => undefined) : undefined
}

/** Lays a version out in a folder, and lets it install and build itself. @throws where it cannot */
export async function layOut(ref: string): Promise<VersionBefore> {
  const name = await git('show', '-s', '--format=%h of %cs', ref)
  const added = await git('diff', '--diff-filter=A', '--name-only', ref, '--', ...MIGRATIONS)
  const root = await mkdtemp(join(tmpdir(), 'sportello-before-'))
  const remove = () => rm(root, { recursive: true, force: true })
  try {
    const archive = join(root, 'version-before.tar')
    await run('git', ['archive', `--output=${archive}`, ref], { cwd: ROOT })
    await run('tar', ['-x', '-f', archive, '-C', root])
    await rm(archive)
    // Whatever is measured meanwhile comes first.
    await run(
      'nice',
      [
        '-n',
        '19',
        'node',
        '--input-type=module',
        '-e',
        `const { ensureInstalled, ensureBuilt } = await import('./scripts/workspace.mjs'); ensureInstalled(); ensureBuilt()`,
      ],
      {
        cwd: root,
      },
    )
    return { name, root, newMigrations: added.split('\n').filter((file) => file.endsWith('.sql')).length, remove }
  } catch (error) {
    await remove()
    throw error
  }
}
