import type { ChildProcess } from 'node:child_process'
import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool, type PoolConfig } from 'pg'
import { launchEmbedded } from '../../apps/server/src/platform/db/embedded/launcher.ts'
import { hasPooler, startPooler } from '../../apps/server/test/pooler.ts'
import { submitOnce, submitsPerSecond } from './load.ts'
import { ended, makeDatabase, retry, startNode, startProduct, urlOf } from './product.ts'

/** Clients that submit at the same time. */
const CLIENTS = Number(process.env.CLIENTS ?? 8)
const ROUNDS = 5
const SECONDS = 4
const GOAL = 0.4
const PORTS = { product: 8471, productWithWorker: 8472, bare: 8473, pooled: 8474 }
/** Password with which the server's role logs in to PgBouncer. */
const POOLED_PASSWORD = 'pooled'

const question = (ordering: number, property_code: string, default_value: object, required = false) => ({
  type: 'PROPERTY',
  ordering,
  required,
  value: { property_code, property_description: property_code, default_value },
})

/** The form of the submissions in `load.ts`. */
export const BUNDLE = {
  definitions: [
    {
      code_tag: 'bench-root',
      tag_description: 'Bench',
      form_params: { auth_type: ['FREE'], form_title: 'Bench', ticket_prefix: 'T-' },
      children: [
        {
          code_tag: 'report',
          tag_description: 'Report',
          form_fields: [
            question(1, 'street', { input_type: 'text' }, true),
            question(2, 'story', { input_type: 'textarea' }),
            question(3, 'count', { input_type: 'int' }),
            question(4, 'depth', { input_type: 'numeric' }),
            question(5, 'where', { input_type: 'select', options: [{ key: 'road', value: 'Road' }] }),
            question(6, 'photos', { input_type: 'file', multiple: true, file_type: ['txt'], max_size: 1024 }),
          ],
        },
      ],
    },
  ],
  forms: [{ code_form: 'bench', code_tag: 'bench-root' }],
  settings: [{ code: 'calls_per_minute', value: '1000000' }],
}

/**
 * Compares how many submissions per second are stored durably. Measures the product, a minimal server, and plain
 * inserts with
 * the database driver, all on the same PostgreSQL in the same run. The rounds alternate, so that other load affects all
 * three equally. Each contender begins when the worker's jobs are done. The result is the ratio of the medians.
 */
export async function benchSubmit(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sportello-bench-'))
  // Makes the data folder accessible to the system user that runs PostgreSQL, so that the database cluster can be
  // created in it and is deleted with it.
  chmodSync(folder, 0o711)
  const embedded = await launchEmbedded(join(folder, 'data'), () => {})
  const servers: ChildProcess[] = []
  const poolers: { stop: () => Promise<void> }[] = []
  try {
    const bundleFile = join(folder, 'bundle.json')
    writeFileSync(bundleFile, JSON.stringify(BUNDLE))
    const databases = Object.fromEntries(
      await Promise.all(
        ['product', 'worker', 'bare', 'driver', ...(hasPooler ? ['pooled'] : [])].map(async (name) => [
          name,
          await makeDatabase(embedded.connection, name, bundleFile),
        ]),
      ),
    )
    for (const name of ['bare', 'driver']) await liftRowSecurity(databases[name])
    // No process runs jobs for these. Their jobs wait in the outbox, as in a deployment whose jobs run elsewhere.
    for (const name of ['product', 'bare', 'driver', 'pooled']) if (databases[name]) await waitForRelay(databases[name])
    const pooler = databases.pooled && (await startPoolerFor(embedded.connection))
    if (pooler) poolers.push(pooler)
    servers.push(
      startProduct(databases.product, PORTS.product, 'web', join(folder, 'product')),
      startProduct(databases.worker, PORTS.productWithWorker, 'all', join(folder, 'worker')),
      startNode(['bench/src/bare-server.ts'], { PORT: String(PORTS.bare), DATABASE: JSON.stringify(databases.bare), FILES: join(folder, 'bare') }),
    )
    if (databases.pooled && pooler)
      servers.push(startProduct(databases.pooled, PORTS.pooled, 'web', join(folder, 'pooled'), pooledVariables(databases.pooled, pooler.port)))
    const product = `http://127.0.0.1:${PORTS.product}/forms-service/rs/v2/forms/bench`
    const worker = `http://127.0.0.1:${PORTS.productWithWorker}/forms-service/rs/v2/forms/bench`
    const bare = `http://127.0.0.1:${PORTS.bare}/submit`
    const pooled = `http://127.0.0.1:${PORTS.pooled}/forms-service/rs/v2/forms/bench`
    const driver = new Pool({ ...databases.driver, max: CLIENTS })
    const contenders: Record<string, () => Promise<number>> = {
      product: () => submitsPerSecond(product, CLIENTS, SECONDS),
      'product, its worker running': () => submitsPerSecond(worker, CLIENTS, SECONDS),
      ...(pooler && { [THROUGH]: () => submitsPerSecond(pooled, CLIENTS, SECONDS) }),
      bare: () => submitsPerSecond(bare, CLIENTS, SECONDS),
      'inserts by the driver': () => insertsPerSecond(driver, SECONDS),
    }
    for (const [name, run] of Object.entries(contenders)) await retry(run, name)
    // Autovacuum does this within a minute. Until then, PostgreSQL checks foreign keys of new tables by the wrong index, in
    // time that grows with the rows: a submission then takes twice as long after some thousands.
    for (const connection of Object.values(databases)) if (connection) await analyse(connection)
    const rates: Record<string, number[]> = {}
    const untilSent = watchMails(databases.worker)
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, run] of Object.entries(contenders)) {
        rates[name] ??= []
        rates[name].push(await run())
        // The worker has jobs left, with which the next contender would share the processors.
        await untilSent()
      }
    }
    await driver.end()
    report(rates)
    await reportIdle(worker, databases.worker)
  } finally {
    await ended(servers)
    for (const pooler of poolers) await pooler.stop()
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const THROUGH = 'product, through PgBouncer'

/** Lets the server's role log in by itself, and starts PgBouncer with as many connections as a process of the product has. */
async function startPoolerFor(connection: PoolConfig): Promise<{ port: number; stop: () => Promise<void> }> {
  const owner = new Pool({ ...connection, max: 1 })
  await owner.query(`alter role sportello_server login password '${POOLED_PASSWORD}'; alter role sportello_server set statement_timeout = '10s'`)
  await owner.end()
  return startPooler({ host: connection.host ?? '', users: { sportello_server: POOLED_PASSWORD }, lines: ['default_pool_size = 8'] })
}

const pooledVariables = (connection: PoolConfig, port: number) => ({
  DATABASE_URL: `postgres://sportello_server:${POOLED_PASSWORD}@127.0.0.1:${port}/${connection.database}`,
  DATABASE_DIRECT_URL: urlOf(connection),
})

/** Gives the planner figures about the tables that the first submissions have filled. */
export async function analyse(connection: PoolConfig): Promise<void> {
  const owner = new Pool({ ...connection, max: 1 })
  await owner.query('analyze')
  await owner.end()
}

/** Makes a database behave as if another process were the relay that moves the jobs. */
export async function waitForRelay(connection: PoolConfig | undefined): Promise<void> {
  const owner = new Pool({ ...connection, max: 1 })
  await owner.query("update outbox_relay set held_until = 'infinity'")
  await owner.end()
}

/** Lets the owner of the tables, as which the peers insert, past row security. */
async function liftRowSecurity(connection: PoolConfig | undefined): Promise<void> {
  const owner = new Pool({ ...connection, max: 1 })
  await owner.query(`do $$ declare name text; begin
    for name in select relname from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity
    loop execute format('alter table %I no force row level security', name); end loop;
  end $$`)
  await owner.end()
}

function report(rates: Readonly<Record<string, readonly number[]>>): void {
  const median = (name: string) => [...(rates[name] ?? [])].sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN
  console.log(`durable submits per second, ${CLIENTS} clients, 10 KB attachment, median of ${ROUNDS} rounds of ${SECONDS} s`)
  for (const [name, all] of Object.entries(rates))
    console.log(`  ${name.padEnd(28)} ${median(name).toFixed(0).padStart(6)}   (${all.map((rate) => rate.toFixed(0)).join(' ')})`)
  const ratio = median('product') / median('bare')
  console.log(`  product / bare ${ratio.toFixed(2)} (goal ${GOAL})`)
  console.log(`  with worker / bare ${(median('product, its worker running') / median('bare')).toFixed(2)}`)
  if (rates[THROUGH]) console.log(`  through PgBouncer / bare ${(median(THROUGH) / median('bare')).toFixed(2)}`)
  console.log(`  product / inserts by the driver ${(median('product') / median('inserts by the driver')).toFixed(2)}`)
  if (ratio < GOAL) process.exitCode = 1
}

/** Returns a function that waits until the worker of a database has sent all mails, and returns that moment (`performance.now()`). */
function watchMails(connection: PoolConfig | undefined): () => Promise<number> {
  return async () => {
    const owner = new Pool({ ...connection, max: 1, options: '-c sportello.across_customers=on' })
    while ((await owner.query("select 1 from mails where state = 'queued' limit 1")).rowCount) await new Promise((done) => setTimeout(done, 10))
    const sent = performance.now()
    await owner.end()
    return sent
  }
}

/** Number of mails whose way is measured on a deployment without other work, and its limit in milliseconds. */
const IDLE_MAILS = 10
const IDLE_LIMIT_MS = 1_000

/**
 * Measures how long a mail waits on a deployment that has nothing else to do: from the response to the submission until the
 * worker has sent it. First waits until the worker has sent all earlier mails.
 */
async function reportIdle(url: string, connection: PoolConfig | undefined): Promise<void> {
  const untilSent = watchMails(connection)
  await untilSent()
  const waits: number[] = []
  for (let at = 0; at < IDLE_MAILS; at++) {
    await submitOnce(url)
    const answered = performance.now()
    waits.push((await untilSent()) - answered)
  }
  const longest = Math.max(...waits)
  console.log(`  a mail of an idle deployment leaves after at most ${longest.toFixed(0)} ms (limit ${IDLE_LIMIT_MS})`)
  if (longest > IDLE_LIMIT_MS) process.exitCode = 1
}

const INSERT = `
with request as (
  insert into requests (customer_code, id, ticket, state, auth_type, definition_code_tag, definition_version, code_tag, lang_code, opens_ticket, email, person_key, content_hash, expires_at)
  values ('bench', $1, $2, 'awaiting_confirmation', 'FREE', 'bench-root', 1, 'report', 'it', true, 'a@example.org', $2, $3, now() + interval '48 hours') returning customer_code, id, expires_at
), answer as (insert into answers (customer_code, request_id, form_fields) select customer_code, id, '{"street":"Via dei Tigli 12"}' from request),
mail as (insert into mails (customer_code, request_id, kind, lang_code, recipient) select customer_code, id, 'validation', 'it', 'a@example.org' from request returning customer_code, id)
select enqueue('send_mail', customer_code, id) from mail`

async function insertsPerSecond(pool: Pool, seconds: number): Promise<number> {
  const started = performance.now()
  let done = 0
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (performance.now() < started + seconds * 1000) {
        await pool.query({ name: 'insert', text: INSERT, values: [randomUUIDv7(), randomBytes(9).toString('base64url'), randomBytes(32)] })
        done++
      }
    }),
  )
  return done / ((performance.now() - started) / 1000)
}
