import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/**
 * The folder of the migrations in the current version, and the folder in versions from before the server was divided
 * into layers.
 */
const MIGRATIONS = ['apps/server/src/platform/db/migrations', 'apps/server/src/db/migrations']
const run = promisify(execFile)
const git = async (...args: string[]) => (await run('git', args, { cwd: ROOT })).stdout.trim()

/** A previous version of the product, installed and built in its own folder. */
export interface VersionBefore {
  /** Tag or abbreviated commit hash of the previous version, with its date. */
  name: string
  root: string
  /** Number of migrations that the current version has and the previous version does not have. */
  newMigrations: number
  remove: () => Promise<void>
}

/**
 * Returns the Git reference of the previous version: the newest tag; without tags, the last commit before the newest
 * migration.
 * @returns undefined in a copy without Git history
 */
export async function refBefore(): Promise<string | undefined> {
  if ((await git('rev-parse', '--show-toplevel').catch(() => '')) !== ROOT.replace(/\/$/, '')) return undefined
  const tag = await git('describe', '--tags', '--abbrev=0', 'HEAD^').catch(() => '')
  if (tag !== '') return tag
  const [added] = (await git('log', '--diff-filter=A', '--format=%H', '--', ...MIGRATIONS).catch(() => '')).split('\n')
  return added ? git('rev-parse', `${added}^`).catch(() => undefined) : undefined
}

/**
 * Extracts a version of the product to a folder, installs its packages and builds it.
 * @throws if one of these steps fails
 */
export async function installVersion(ref: string): Promise<VersionBefore> {
  const name = await git('show', '-s', '--format=%h of %cs', ref)
  const added = await git('diff', '--diff-filter=A', '--name-only', ref, '--', ...MIGRATIONS)
  const root = await mkdtemp(join(tmpdir(), 'sportello-before-'))
  const remove = () => rm(root, { recursive: true, force: true })
  try {
    const archive = join(root, 'version-before.tar')
    await run('git', ['archive', `--output=${archive}`, ref], { cwd: ROOT })
    await run('tar', ['-x', '-f', archive, '-C', root])
    await rm(archive)
    // Runs the installation with low priority, so that it does not disturb the measurements that run at the same time.
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
