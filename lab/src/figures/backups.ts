import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Pool } from 'pg'
import { prepareHome } from '../../../apps/server/src/platform/db/embedded/home.ts'
import { launchEmbedded } from '../../../apps/server/src/platform/db/embedded/launcher.ts'
import { adminConnectionOf } from '../../../apps/server/src/platform/db/embedded/postmaster.ts'
import { AttachmentStore } from '../../../apps/server/src/requests/attachments/store.ts'
import { type Lab, SECRET_KEY, startLab, urlOf } from '../deployment.ts'
import { type Figure, thousands } from '../figure.ts'
import { fillHistory } from '../history.ts'
import { HISTORY_FORM } from '../history-form.ts'
import { Ledger, runVisitors } from '../ledger.ts'
import { runInLanes } from '../parallel.ts'
import { runCommand } from '../server-process.ts'

const VISITORS = 6
/** A backup of many requests may use more memory than a nearly empty backup, but at most this many MB more. */
const ABOVE_REST_MB = 64
const TABLES = ['requests', 'answers', 'mails', 'attachments']

export const backups: Figure = {
  id: 'C1',
  what: 'A deployment is backed up while visitors send, and restored in another place',
  goal: `1,000,000 requests with attachments: every row and every file is restored unchanged, including every request acknowledged before the backup; at most ${ABOVE_REST_MB} MB more memory than an empty backup`,
  async run(size) {
    const lab = await startLab({ database: 'lab' })
    const running = new AbortController()
    const ledger = new Ledger()
    let visitors: Promise<unknown> = Promise.resolve()
    try {
      const file = join(lab.dataDir, 'backup.tar')
      const env = { DATA_DIR: lab.dataDir, SECRET_KEY, DATABASE_URL: urlOf(lab.database) }
      const rest = await runCommand(['backup', file], env)
      rmSync(file)
      const files = await fillHistory(lab, size(1_000_000))
      visitors = runVisitors(lab, ledger, running.signal, { visitors: VISITORS, pauseMs: 20 })
      while (ledger.entries.size < 50) await new Promise((resolve) => setTimeout(resolve, 50))
      const acknowledged = [...ledger.entries.values()].map(({ ticket }) => ticket)
      const made = await runCommand(['backup', file], env)
      running.abort()
      await visitors
      const verified = await runCommand(['backup', '--verify', file], { SECRET_KEY, DATA_DIR: lab.dataDir })
      const other = join(lab.dataDir, 'restored')
      mkdirSync(other, { mode: 0o711 })
      const restored = await runCommand(['restore', file], { DATA_DIR: other, SECRET_KEY })
      const faults = await compare(lab, other, acknowledged)
      const above = [made, verified, restored].map(({ mostMb }) => mostMb - rest.mostMb)
      const times = (['made', 'verified', 'restored'] as const).map(
        (what, at) => `${what} in ${[made, verified, restored][at]?.seconds.toFixed(0)} s, ${above[at]?.toFixed(0)} MB above rest`,
      )
      return {
        size: `${thousands(size(1_000_000))} requests, ${thousands(files)} attachments, ${thousands(ledger.entries.size)} sent meanwhile, ${acknowledged.length} before; ${(statSync(file).size / 2 ** 20).toFixed(0)} MB`,
        measured: `${faults.length === 0 ? 'all rows and files the same' : faults.join(', ')}; ${times.join('; ')}`,
        met: faults.length === 0 && above.every((mb) => mb <= ABOVE_REST_MB),
      }
    } finally {
      running.abort()
      await visitors.catch(() => {})
      await lab.close()
    }
  },
}

/**
 * Compares the data of the restored deployment with the original data.
 * @returns the differences
 */
async function compare(lab: Lab, dataDir: string, acknowledged: readonly string[]): Promise<string[]> {
  const embedded = await launchEmbedded(dataDir, () => {})
  const pool = new Pool(adminConnectionOf(prepareHome(dataDir), String(embedded.connection.database)))
  try {
    const faults: string[] = []
    for (const table of TABLES) {
      const [before, after] = [await digestOf(lab.owner, table), await digestOf(pool, table)]
      if (before !== after) faults.push(`${table} differ`)
    }
    const { rows } = await pool.query<{ ticket: string }>('select ticket from requests where ticket = any ($1)', [acknowledged])
    if (rows.length !== acknowledged.length) faults.push(`${acknowledged.length - rows.length} acknowledged before it began are missing`)
    const halves = await pool.query(
      'select from requests r where not exists (select from answers a where a.customer_code = r.customer_code and a.request_id = r.id)',
    )
    if (halves.rowCount) faults.push(`${halves.rowCount} requests without their answers`)
    const attachments = await pool.query<{ customer_code: string; id: string }>('select customer_code, id from attachments')
    const [here, there] = [new AttachmentStore(lab.place), new AttachmentStore({ dataDir })]
    let differ = 0
    await runInLanes(attachments.rows.length, async (at) => {
      const { customer_code, id } = attachments.rows[at] ?? { customer_code: '', id: '' }
      const [one, two] = await Promise.all([hashOf(here, customer_code, id), hashOf(there, customer_code, id)])
      if (one !== two) differ++
    })
    if (differ > 0) faults.push(`${differ} files differ`)
    return faults
  } finally {
    await pool.end()
    await embedded.stop()
  }
}

/** Returns a digest of all rows of the old requests in a table. The digest does not depend on the order of the rows. */
async function digestOf(pool: Pool, table: string): Promise<string> {
  const { rows } = await pool.query<{ digest: string }>(
    `select count(*) || ' ' || coalesce(sum(('x' || substr(md5(t::text), 1, 15))::bit(60)::bigint), 0) as digest from ${table} t where customer_code = $1`,
    [HISTORY_FORM],
  )
  return rows[0]?.digest ?? ''
}

async function hashOf(store: AttachmentStore, customerCode: string, id: string): Promise<string> {
  const file = await store.open(customerCode, id)
  try {
    return createHash('sha256')
      .update(await file.readFile())
      .digest('hex')
  } finally {
    await file.close()
  }
}
