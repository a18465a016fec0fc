import { acrossCustomers, type DeploymentDb } from '../db/with-customer.ts'
import type { Services } from '../services.ts'
import type { CustomerKey } from './customer-keys.ts'

/** Rows that one transaction seals. */
const BATCH = 200

/**
 * Seals what still lies open from before `seal_answers` was on, batch by batch.
 * @param find at most so many rows that lie open, locked; those that somebody holds wait for the next time
 * @returns how many rows
 */
export async function sealOpen<Row extends { customer_code: string }>(
  { sealing, database }: Pick<Services, 'sealing' | 'database'>,
  find: (db: DeploymentDb, limit: number) => Promise<Row[]>,
  seal: (db: DeploymentDb, row: Row, key: CustomerKey) => Promise<unknown>,
): Promise<number> {
  for (let sealed = 0; ; ) {
    // On the jobs' connections: the keys come over others.
    const batch = await acrossCustomers(database.jobs, async (db) => {
      const rows = await find(db, BATCH)
      for (const [customerCode, own] of Map.groupBy(rows, (row) => row.customer_code)) {
        const key = await sealing.held(db, customerCode, await sealing.key(customerCode))
        // Turned off meanwhile.
        if (!key) return 0
        for (const row of own) await seal(db, row, key)
      }
      return rows.length
    })
    sealed += batch
    if (batch < BATCH) return sealed
  }
}
