import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepareHome } from '../../apps/server/src/platform/db/embedded/home.ts'
import { adminConnectionOf } from '../../apps/server/src/platform/db/embedded/postmaster.ts'
import { POSTGRESQL_15 } from '../../apps/server/test/patroni.ts'

const PROGRAM = '/usr/bin/pgbackrest'
const STANZA = 'lab'

/** Returns why this machine cannot use pgBackRest; undefined if it can. */
export function whyNoPgBackRest(): string | undefined {
  const missing = [PROGRAM, join(POSTGRESQL_15, 'postgres')].filter((file) => !existsSync(file))
  return missing.length === 0 ? undefined : `not measured: ${missing.join(' and ')} is missing (Debian's pgbackrest and postgresql-15)`
}

/** A repository of pgBackRest for the PostgreSQL of a deployment of the lab. */
export interface Repository {
  /** Settings of PostgreSQL by which it archives its write-ahead log there. */
  settings: Readonly<Record<string, string>>
  /** Runs a command of pgBackRest with the account of PostgreSQL. @throws with what it has written */
  run: (command: string, ...options: string[]) => void
}

/** Makes an empty repository in a folder for the PostgreSQL 15 in a data folder, which need not run yet. */
export function makeRepository(folder: string, dataDir: string): Repository {
  const home = prepareHome(dataDir, POSTGRESQL_15)
  const made = (...name: string[]) => {
    const path = join(folder, ...name)
    mkdirSync(path, { mode: 0o750 })
    if (home.user) chownSync(path, home.user.uid, home.user.gid)
    return path
  }
  made()
  const config = join(folder, 'pgbackrest.conf')
  const { user } = adminConnectionOf(home, 'postgres')
  writeFileSync(
    config,
    `[global]
repo1-path=${made('repository')}
repo1-retention-full=2
lock-path=${made('lock')}
spool-path=${made('spool')}
log-level-file=off
log-level-console=warn
start-fast=y
compress-type=zst
[${STANZA}]
pg1-path=${home.cluster}
pg1-socket-path=${home.socketDir}
pg1-user=${user}
pg1-database=postgres
`,
  )
  const options = [`--config=${config}`, `--stanza=${STANZA}`]
  return {
    settings: { archive_mode: 'on', archive_command: [PROGRAM, ...options, 'archive-push', '%p'].join(' '), archive_timeout: '60' },
    run(command, ...more) {
      const { password } = adminConnectionOf(home, 'postgres')
      execFileSync(PROGRAM, [...options, ...more, command], {
        ...home.user,
        cwd: '/',
        env: { PATH: '/usr/bin:/bin', PGPASSWORD: password },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
    },
  }
}
