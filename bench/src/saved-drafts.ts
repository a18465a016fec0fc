import { execFileSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { prepareHome } from '../../apps/server/src/platform/db/embedded/home.ts'
import { adminConnectionOf } from '../../apps/server/src/platform/db/embedded/postmaster.ts'
import { type Deployment, startDeployment } from '../../e2e/fixtures/deployment.ts'
import { linkIn } from '../../e2e/fixtures/mailbox.ts'

/** Number of saved drafts, and of guessed keys. */
const DRAFTS = Number(process.env.DRAFTS ?? 10_000)
const CLIENTS = 8
/** Words in the answer, the file and the file's name of each draft. None of them may be found in the database or on the disk. */
const PLANTED = ['zafferanoplanted', 'corniolaplanted', 'giadaplanted'] as const
const FORM = 'drafts'
const URL_OF_CALLS = (deployment: Deployment) => `${deployment.url}/forms-service/rs/v2/forms/${FORM}/saved-drafts`
const API_KEY = { 'X-Api-Key': 'sportello-web' }

const question = (property_code: string, default_value: object) => ({
  type: 'PROPERTY',
  ordering: 1,
  value: { property_code, property_description: property_code, default_value },
})

const BUNDLE = {
  definitions: [
    {
      code_tag: FORM,
      tag_description: 'Drafts',
      form_params: { auth_type: ['FREE'], save_and_resume: {} },
      form_fields: [question('story', { input_type: 'textarea' }), question('proof', { input_type: 'file', file_type: ['txt'] })],
      children: [],
    },
  ],
  forms: [{ code_form: FORM, code_tag: FORM }],
  settings: [{ code: 'calls_per_minute', value: '1000000' }],
}

/**
 * Saves drafts through the running product, searches the files of the deployment (those of its database and its log included) for
 * the planted words, and guesses as many keys as there are drafts.
 */
export async function benchSavedDrafts(): Promise<void> {
  const deployment = await startDeployment()
  try {
    await deployment.importBundle(BUNDLE)
    const started = performance.now()
    await together(DRAFTS, (number) => save(deployment, number))
    const seconds = (performance.now() - started) / 1_000
    console.log(`${DRAFTS} drafts with a file each in ${seconds.toFixed(0)} s, ${(DRAFTS / seconds).toFixed(0)} a second`)
    const early = leaksOf(deployment)
    let opened = 0
    await together(DRAFTS, async () => {
      if ((await open(deployment, randomBytes(32).toString('base64url'))) !== 404) opened++
    })
    console.log(`  ${DRAFTS} guessed keys, ${opened} answered otherwise than an unknown one`)
    // By now many of the mails have been sent, which deletes rows.
    const leaks = [...new Set([...early, ...leaksOf(deployment)])]
    console.log(`  files of the deployment with a planted word: ${leaks.length}${leaks.map((file) => `\n    ${file}`).join('')}`)
    const { read, holding } = await rowsWith(deployment, PLANTED)
    console.log(`  rows of the database with a planted word: ${holding} of ${read}`)
    // Proves that the search finds what is there.
    const plain = await rowsWith(deployment, [FORM])
    console.log(`  rows with the code of the form: ${plain.holding}`)
    const right = await open(deployment, new URL(linkIn(await deployment.mailbox.receive(addressOf(0), /./))).hash.slice(1))
    console.log(`  a mailed link answers ${right}`)
    if (leaks.length > 0 || holding > 0 || plain.holding < DRAFTS || opened > 0 || right !== 200) process.exitCode = 1
  } finally {
    await deployment.stop()
  }
}

const addressOf = (number: number) => `p${number}@example.org`

async function together(count: number, work: (number: number) => Promise<void>): Promise<void> {
  let next = 0
  const client = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
}

async function save(deployment: Deployment, number: number): Promise<void> {
  const body = new FormData()
  const fields = { email: addressOf(number), form_fields: JSON.stringify({ story: `${PLANTED[0]} ${number}`.repeat(20) }), code_tag: FORM }
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  body.append('attachments-proof', new Blob([`${PLANTED[1]} ${number}\n`.repeat(100)]), `${PLANTED[2]}-${number}.txt`)
  const answer = await fetch(URL_OF_CALLS(deployment), { method: 'POST', body, headers: { ...API_KEY, 'Idempotency-Key': randomUUID() } })
  if (answer.status !== 201) throw new Error(`answered ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

async function open(deployment: Deployment, key: string): Promise<number> {
  const headers = { ...API_KEY, 'Content-Type': 'application/json' }
  const answer = await fetch(`${URL_OF_CALLS(deployment)}/open`, { method: 'POST', body: JSON.stringify({ key }), headers })
  await answer.arrayBuffer()
  return answer.status
}

/**
 * Searches every row of every table as text. A file of the database may hold a text compressed, so that the search of files
 * would not find it.
 */
async function rowsWith(deployment: Deployment, words: readonly string[]): Promise<{ read: number; holding: number }> {
  const client = new pg.Client(adminConnectionOf(prepareHome(deployment.dataDir), 'sportello'))
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
    )
    // Binary columns are written as hexadecimal digits.
    const pattern = words.flatMap((word) => [word, Buffer.from(word).toString('hex')]).join('|')
    const found = { read: 0, holding: 0 }
    for (const { name } of tables) {
      const { rows } = await client.query<{ read: number; holding: number }>(
        `select count(*)::int as read, count(*) filter (where t::text ~* $1)::int as holding from ${name} t`,
        [pattern],
      )
      found.read += rows[0]?.read ?? 0
      found.holding += rows[0]?.holding ?? 0
    }
    return found
  } finally {
    await client.end()
  }
}

/** Returns the files of the deployment that contain a planted word. */
function leaksOf(deployment: Deployment): string[] {
  const inLog = PLANTED.some((word) => deployment.log().includes(word)) ? ['the log'] : []
  const words = PLANTED.flatMap((word) => ['-e', word])
  try {
    return [
      ...inLog,
      ...execFileSync('grep', ['-rlia', ...words, deployment.dataDir])
        .toString()
        .trim()
        .split('\n'),
    ]
  } catch {
    // grep found nothing.
    return inLog
  }
}
