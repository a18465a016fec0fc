import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PostgresServers } from '../../../test/postgres-servers.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { migrate } from '../../platform/db/migrate.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { replicaGauges } from './replica-gauges.ts'

let cluster: PostgresServers
beforeAll(async () => {
  cluster = await PostgresServers.withStandby()
}, 120_000)
afterAll(() => cluster?.close())

test('the alert of unused replicas leaves out the primary, and counts a lost former primary', { timeout: 60_000 }, async () => {
  const urls = ['one', 'two'].map((name) => cluster.urlOf([name]))
  const database = openDatabase({ connectionString: cluster.urlOf(['one', 'two']) }, () => {}, { replicas: { urls, lagMs: 600_000 } })
  try {
    await migrate(database.owner, undefined, () => {})
    const registry = new Registry()
    replicaGauges({ metrics: { registry }, database } as unknown as RequestServices)
    const [one, two] = database.replicas.state.replicas.map(({ name }) => `sportello_replica_up{server="${name}"}`)
    const reported = async () => (await registry.metrics()).split('\n').filter((line) => line.startsWith('sportello_replica_up{'))
    database.replicas.start()
    await expect.poll(reported, { timeout: 10_000 }).toEqual([`${two} 1`])
    await cluster.stop('one')
    await cluster.promote('two')
    await expect.poll(reported, { timeout: 20_000 }).toEqual([`${one} 0`])
    expect(database.replicas.state.replicas).toMatchObject([{ isPrimary: false }, { isPrimary: true }])
  } finally {
    await database.close()
  }
})
