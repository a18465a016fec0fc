import { defineConfig } from 'vitest/config'

/** Tests of the pure packages, tests of the server on a real PostgreSQL, and samples of the lab's figures on servers that are killed. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'lab', include: ['lab/**/*.test.ts'] } },
      { test: { name: 'packages', include: ['packages/**/*.test.ts', 'apps/web/src/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts', 'apps/server/test/**/*.test.ts'],
          globalSetup: ['apps/server/test/database-cluster.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
    ],
  },
})
