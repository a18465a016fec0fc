import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/**
 * Folder in which the server's tests record the SQL statements of the product. Another test project examines the query
 * plans of these statements.
 */
if (process.env.SPORTELLO_STATEMENTS === undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'sportello-statements-'))
  process.env.SPORTELLO_STATEMENTS = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

/**
 * Number of workers. It must be the same for all projects of the first group. Projects with another number, or with one
 * worker, would run after the others and not in parallel.
 */
const WORKERS = 2

/**
 * The tests of the server that replace a module. Each of them runs in a process of its own. The other tests share the
 * loaded modules of their worker, because loading the server for each file took a third of the time.
 */
const REPLACING = ['apps/server/src/entrance/accounts/passwords.test.ts', 'apps/server/src/surfaces/authoring/managed-gallery.test.ts']

const SERVER = {
  globalSetup: ['apps/server/test/database-cluster.ts'],
  setupFiles: ['apps/server/test/statements/collect.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  maxWorkers: WORKERS,
}

/**
 * Runs the tests of the pure packages, and the tests of the server on a real PostgreSQL. Also runs short measurements
 * of the reliability lab (fault-injection tests) on servers that are killed.
 * In the end, checks the query plans of the statements that the server's tests have sent.
 */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'lab', include: ['lab/**/*.test.ts'], maxWorkers: WORKERS } },
      {
        test: {
          name: 'packages',
          include: ['packages/**/*.test.ts', 'apps/web/src/**/*.test.ts'],
          testTimeout: 30_000,
          maxWorkers: WORKERS,
          isolate: false,
        },
      },
      {
        test: {
          ...SERVER,
          name: 'server',
          include: ['apps/server/src/**/*.test.ts', 'apps/server/test/**/*.test.ts'],
          exclude: ['apps/server/test/statements/hot-queries.test.ts', ...REPLACING],
          isolate: false,
        },
      },
      { test: { ...SERVER, name: 'server-replacing', include: REPLACING } },
      {
        test: {
          name: 'plans',
          include: ['apps/server/test/statements/hot-queries.test.ts'],
          globalSetup: ['apps/server/test/database-cluster.ts'],
          testTimeout: 60_000,
          hookTimeout: 300_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
