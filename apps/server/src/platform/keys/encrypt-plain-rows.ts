import type { Database } from '../db/database.ts'
import { acrossCustomers, type DeploymentDb } from '../db/with-customer.ts'
import type { CustomerKey } from './customer-keys.ts'
import type { Encryption } from './encryption.ts'

/** Number of rows that the encryption job encrypts in one transaction. */
const BATCH = 200

/**
 * Encrypts rows that are still in plain text because they were stored before the setting `seal_answers` was turned on.
 * Works in batches.
 * @param find locks and returns at most `limit` rows in plain text. It skips rows that other transactions have locked;
 * the next run of the job encrypts these
 * @returns the number of encrypted rows
 */
export async function encryptPlainRows<Row extends { customer_code: string }>(
  { encryption, database }: { encryption: Encryption; database: Database },
  find: (db: DeploymentDb, limit: number) => Promise<Row[]>,
  seal: (db: DeploymentDb, row: Row, key: CustomerKey) => Promise<unknown>,
): Promise<number> {
  for (let sealed = 0; ; ) {
    // The transaction uses a connection of the jobs' pool. Reading the encryption keys needs a second connection, which
    // comes from the server's pool.
    const batch = await acrossCustomers(database.jobs, async (db) => {
      const rows = await find(db, BATCH)
      for (const [customerCode, own] of Map.groupBy(rows, (row) => row.customer_code)) {
        const key = await encryption.held(db, customerCode, await encryption.key(customerCode))
        // Encrypts nothing, because an operator has turned off the setting `seal_answers` since the job started.
        if (!key) return 0
        for (const row of own) await seal(db, row, key)
      }
      return rows.length
    })
    sealed += batch
    if (batch < BATCH) return sealed
  }
}
