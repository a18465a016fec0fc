import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Where the server's tests leave the statements that the product sent, for the project that explains them. */
if (process.env.SPORTELLO_STATEMENTS === undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'sportello-statements-'))
  process.env.SPORTELLO_STATEMENTS = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

/** The same for every project of the first group: projects with another number of workers, or with one, run after the others instead of beside them. */
const WORKERS = 2

/**
 * Tests of the pure packages, tests of the server on a real PostgreSQL, and samples of the reliability lab's figures on servers that are killed; in the end, the
 * plans of the statements that the server's tests have sent.
 */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'lab', include: ['lab/**/*.test.ts'], maxWorkers: WORKERS } },
      { test: { name: 'packages', include: ['packages/**/*.test.ts', 'apps/web/src/**/*.test.ts'], testTimeout: 30_000, maxWorkers: WORKERS } },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts', 'apps/server/test/**/*.test.ts'],
          exclude: ['apps/server/test/statements/hot-queries.test.ts'],
          globalSetup: ['apps/server/test/database-cluster.ts'],
          setupFiles: ['apps/server/test/statements/collect.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: WORKERS,
        },
      },
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
