import type { Database } from '../db/database.ts'
import { acrossCustomers, type DeploymentDb } from '../db/with-customer.ts'
import type { CustomerKey } from './customer-keys.ts'
import type { Encryption } from './encryption.ts'

/** Number of rows that the job for encryption encrypts per transaction. */
const BATCH = 200

/**
 * Encrypts, in batches, the rows that were stored in plain text before the setting `seal_answers` was turned on.
 * @param find locks and returns at most `limit` plain rows; rows that other transactions have locked wait for the next
 * run
 * @returns the number of encrypted rows
 */
export async function encryptPlainRows<Row extends { customer_code: string }>(
  { encryption, database }: { encryption: Encryption; database: Database },
  find: (db: DeploymentDb, limit: number) => Promise<Row[]>,
  seal: (db: DeploymentDb, row: Row, key: CustomerKey) => Promise<unknown>,
): Promise<number> {
  for (let sealed = 0; ; ) {
    // Uses the connection pool of jobs for the transaction, because reading the encryption keys takes a second
    // connection, from the server's pool.
    const batch = await acrossCustomers(database.jobs, async (db) => {
      const rows = await find(db, BATCH)
      for (const [customerCode, own] of Map.groupBy(rows, (row) => row.customer_code)) {
        const key = await encryption.held(db, customerCode, await encryption.key(customerCode))
        // Encrypts nothing, because an operator turned off the setting `seal_answers` meanwhile.
        if (!key) return 0
        for (const row of own) await seal(db, row, key)
      }
      return rows.length
    })
    sealed += batch
    if (batch < BATCH) return sealed
  }
}
