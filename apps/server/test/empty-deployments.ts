import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../src/platform/db/database.ts'
import { AttachmentStore } from '../src/requests/attachments/store.ts'
import { grantAsCreator } from './grant-as-creator.ts'

export type EmptyDeployments = Awaited<ReturnType<typeof emptyDeployments>>

/**
 * Creates empty deployments to which tests restore backups. Each has a data folder below `folder` and an empty database
 * whose owner is not a superuser.
 */
export async function emptyDeployments(folder: string) {
  const admin = new Client({ ...inject('cluster'), database: 'postgres' })
  await admin.connect()
  const ends: (() => Promise<unknown>)[] = []
  return {
    async make(secretKey: string) {
      const name = `restored_${randomUUID().replaceAll('-', '').slice(0, 12)}`
      await admin.query(`create role ${name} login createrole password 'x'`)
      await grantAsCreator(admin, name)
      await admin.query(`create database ${name} owner ${name}`)
      const database = openDatabase({ ...inject('cluster'), user: name, password: 'x', database: name }, () => {})
      ends.push(async () => {
        await database.close()
        await admin.query(`drop database ${name}`)
        await admin.query(`drop role ${name}`)
      })
      const dataDir = join(folder, name)
      return { database, dataDir, attachments: new AttachmentStore({ dataDir }), config: { secretKey, dataDir } }
    },
    async close() {
      for (const end of ends.reverse()) await end()
      await admin.end()
    },
  }
}

/** Returns the rows of a query across all customers. The query runs as the owner of the tables. */
export async function rowsIn(database: Pick<Database, 'owner'>, text: string): Promise<Record<string, unknown>[]> {
  const client = await database.owner.connect()
  try {
    await client.query("begin; select set_config('sportello.across_customers', 'on', true)")
    return (await client.query(text)).rows
  } finally {
    await client.query('rollback')
    client.release()
  }
}
