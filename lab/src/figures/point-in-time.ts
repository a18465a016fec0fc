import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { prepareHome } from '../../../apps/server/src/platform/db/embedded/home.ts'
import { type EmbeddedDatabase, launchEmbedded } from '../../../apps/server/src/platform/db/embedded/launcher.ts'
import { adminConnectionOf } from '../../../apps/server/src/platform/db/embedded/postmaster.ts'
import { AttachmentStore } from '../../../apps/server/src/requests/attachments/store.ts'
import { POSTGRESQL_15 } from '../../../apps/server/test/patroni.ts'
import { API_KEY, receiptOf, send } from '../client.ts'
import { type Lab, SECRET_KEY, startLab, urlOf } from '../deployment.ts'
import { type Figure, type Measured, type Size, thousands } from '../figure.ts'
import { fillHistory } from '../history.ts'
import { type Acknowledged, freshSend, Ledger, runVisitors } from '../ledger.ts'
import { makeRepository, type Repository, whyNoPgBackRest } from '../pgbackrest.ts'
import { ServerProcess } from '../server-process.ts'
import { type StoredAnswers, storedStreets } from '../stored-answers.ts'

const VISITORS = 8
const RECOVERY_LIMIT_MS = 600_000
/** The restored moment is this long before the mistake. */
const BEFORE_MS = 1_000

export const pointInTime: Figure = {
  id: 'G30',
  what: 'Somebody deletes all answers by mistake while visitors send; the database is restored with pgBackRest to the second before',
  goal: '1,000,000 requests, backed up while visitors send: every request acknowledged until a second before the mistake is there with its answers and files, none from after it; the restored deployment takes requests',
  async run(size) {
    const why = whyNoPgBackRest()
    if (why !== undefined) return { size: '', measured: why, met: 'not applicable' }
    const archive: { repository?: Repository } = {}
    const lab = await startLab({
      database: 'lab',
      programs: POSTGRESQL_15,
      postgresql: (dataDir) => {
        archive.repository = makeRepository(join(dataDir, 'pgbackrest'), dataDir)
        return archive.repository.settings
      },
    })
    const running = new AbortController()
    const ledger = new Ledger()
    const visitors: Promise<unknown>[] = []
    try {
      if (!archive.repository) throw new Error('the lab made no repository')
      return await drill({ lab, repository: archive.repository, ledger, running, visitors }, size)
    } finally {
      running.abort()
      await Promise.allSettled(visitors)
      await lab.close()
    }
  },
}

interface Drill {
  lab: Lab
  repository: Repository
  ledger: Ledger
  running: AbortController
  visitors: Promise<unknown>[]
}

async function drill({ lab, repository, ledger, running, visitors }: Drill, size: Size): Promise<Measured> {
  repository.run('stanza-create')
  await fillHistory(lab, size(1_000_000))
  visitors.push(runVisitors(lab, ledger, running.signal, { visitors: VISITORS, pauseMs: 20 }))
  const backedUp = await seconds(async () => repository.run('backup', '--type=full'))
  while (ledger.entries.size < 500) await sleep(50)
  const before = [...ledger.entries.values()]
  await sleep(BEFORE_MS)
  const { rows } = await lab.owner.query<{ now: Date }>('select clock_timestamp() as now')
  const { rowCount: deleted } = await lab.owner.query('delete from answers')
  const target = new Date((rows[0]?.now.getTime() ?? 0) - BEFORE_MS)
  // The mistake is noticed later.
  await sleep(5_000)
  running.abort()
  await Promise.all(visitors)
  await lab.owner.query('select pg_switch_wal()')
  const other = join(lab.dataDir, 'restored')
  let restored: Restored | undefined
  const took = await seconds(async () => {
    restored = await restore(lab, repository, other, target)
  })
  if (!restored) throw new Error('nothing was restored')
  try {
    const faults = [...(await compare(lab, restored, before, target)), ...(await use(lab, restored, before))]
    const late = ledger.entries.size - before.length
    return {
      size: `${thousands(size(1_000_000))} requests; ${thousands(before.length)} acknowledged until a second before the mistake, which deleted ${thousands(deleted ?? 0)} answers; ${thousands(late)} after`,
      measured: `${faults.length === 0 ? '0 missing, 0 from after it, the restored deployment takes requests' : faults.join(', ')}; backed up in ${backedUp.toFixed(0)} s, restored in ${took.toFixed(0)} s`,
      met: faults.length === 0 && ledger.surprises.size === 0,
    }
  } finally {
    await restored.pool.end()
    await restored.database.stop()
  }
}

interface Restored {
  database: EmbeddedDatabase
  pool: Pool
}

/** Restores the cluster to a moment in another folder, and starts it there. */
async function restore(lab: Lab, repository: Repository, other: string, target: Date): Promise<Restored> {
  mkdirSync(other, { mode: 0o711 })
  const home = prepareHome(other, POSTGRESQL_15)
  copyFileSync(prepareHome(lab.dataDir, POSTGRESQL_15).passwordFile, home.passwordFile)
  const moment = target.toISOString().replace('T', ' ').replace('Z', '+00')
  repository.run('restore', `--pg1-path=${home.cluster}`, '--type=time', `--target=${moment}`, '--target-action=promote')
  const database = await launchEmbedded(other, () => {}, POSTGRESQL_15, { archive_mode: 'off' })
  const pool = new Pool({ ...adminConnectionOf(home, String(database.connection.database)), max: 2 })
  // While it applies the log, it answers queries that only read.
  for (const until = Date.now() + RECOVERY_LIMIT_MS; Date.now() < until; await sleep(100)) {
    const { rows } = await pool.query<{ applies: boolean }>('select pg_is_in_recovery() as applies')
    if (rows[0]?.applies === false) return { database, pool }
  }
  throw new Error('the restored database did not end its recovery')
}

/** Compares the restored rows and the files with what was acknowledged. @returns the differences */
async function compare(lab: Lab, { database, pool }: Restored, before: readonly Acknowledged[], target: Date): Promise<string[]> {
  const { rows } = await pool.query<StoredAnswers & { ticket: string; file: string | null }>(
    `select r.ticket, r.customer_code, r.id, a.form_fields, (select f.id from attachments f where f.customer_code = r.customer_code and f.request_id = r.id) as file
     from requests r join answers a on a.customer_code = r.customer_code and a.request_id = r.id where r.ticket = any ($1)`,
    [before.map(({ ticket }) => ticket)],
  )
  const streets = await storedStreets({ database: database.connection }, rows)
  const found = new Map(rows.map((row, at) => [row.ticket, { ...row, street: streets[at] }]))
  const store = new AttachmentStore(lab.place)
  let [missing, changed, without] = [0, 0, 0]
  for (const { form, ticket, street } of before) {
    const row = found.get(ticket)
    if (!row) missing++
    else if (row.street !== street) changed++
    else if (form === 'parked' && !(row.file && (await isThere(store, form, row.file)))) without++
  }
  const after = await pool.query<{ n: number }>('select count(*)::int as n from requests where created_at > $1', [target])
  const halves = await pool.query<{ n: number }>(
    'select count(*)::int as n from requests r where not exists (select from answers a where a.customer_code = r.customer_code and a.request_id = r.id)',
  )
  const counts = { 'without answers': halves.rows[0]?.n ?? 0, missing, changed, 'without its file': without, 'from after the moment': after.rows[0]?.n ?? 0 }
  return Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []))
}

async function isThere(store: AttachmentStore, form: string, id: string): Promise<boolean> {
  const file = await store.open(form, id).catch(() => undefined)
  await file?.close()
  return file !== undefined
}

/** Starts a server on the restored database, and sends to it: something new, and an acknowledged request once more. */
async function use(lab: Lab, { database }: Restored, before: readonly Acknowledged[]): Promise<string[]> {
  const env = {
    DATA_DIR: lab.dataDir,
    API_KEY,
    SECRET_KEY,
    LOG_LEVEL: 'fatal',
    PUBLIC_URL: 'http://sportello.example',
    DATABASE_URL: urlOf(database.connection),
  }
  const server = await ServerProcess.make(env, join(lab.dataDir, 'restored.log'))
  server.start()
  try {
    await server.untilReady()
    const fresh = await send(server.url, freshSend('parked'))
    const [known] = before
    const again = known && (await send(server.url, known))
    return [
      ...(fresh.status === 201 ? [] : [`a new request got ${fresh.status}`]),
      ...(again?.status === 201 && receiptOf(again).ticket === known?.ticket ? [] : ['a repeated request got another answer']),
    ]
  } finally {
    await server.stop()
  }
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1_000
}
