import { Readable } from 'node:stream'
import type { Definition, DraftNode, DraftOperation, DraftTreeAnswer, StoredDraftChange } from '@sportello/contract'
import { isAllowed, ROOT_ID } from '@sportello/contract'
import { endpoints, LISTED_CHANGES, UNDOABLE_CHANGES } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { beginDraft, draftNodes, prepareDraft, writtenDraftNodes } from '../../catalogue/definitions/queries.ts'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import { type Operator, operatorOf } from '../../management/operator-session.ts'
import { isReachedDefinition } from '../../management/reach.ts'
import { acrossCustomers, type DeploymentDb } from '../../platform/db/with-customer.ts'
import { ApiError, apiError } from '../../platform/http/api-error.ts'
import { invalidInput } from '../../platform/http/input-errors.ts'
import { routeOptionsOf, WrittenData } from '../../platform/http/route.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { bareDefinition, secretsOf } from '../bundle/rules.ts'
import { DraftFeed } from './draft-feed.ts'
import { followDraft } from './follow-draft.ts'
import { lockReached } from './lock-reached.ts'
import { storeChange } from './store-change.ts'

/** Maximum number of editors' event streams that one server process keeps open at the same time. */
const MAX_STREAMS = 1_000

/** The roles that may change the draft of a form definition. */
const MAY_EDIT = { role: endpoints.changeDraft.role ?? 'owner', authoring: endpoints.changeDraft.authoring } as const

/**
 * Registers the endpoints of the editor: reading a draft as a tree, changing it by operations, and following the
 * changes of other authors through an event stream.
 */
export function managedDrafts(app: FastifyInstance, services: RequestServices): void {
  const { kysely, owner } = services.database

  managed(app, endpoints.getDraft, ({ params: { code_tag }, operator }) =>
    acrossCustomers(kysely, async (db) => {
      const stored = await lockReached(db, operator, code_tag, 'share')
      if (!stored) throw apiError('http_not_found')
      const written = await writtenDraftNodes(db, stored)
      const nodes = written ? [written.root] : await draftNodes(db, stored)
      const root = nodes.find(({ id }) => id === ROOT_ID)
      const answer: DraftTreeAnswer = {
        nodes: nodes.map(withoutSecrets),
        secrets: root?.content.form_params === undefined ? [] : secretsOf(root.content as unknown as Definition),
        sequence: stored.sequence,
        draft: stored.hasDraft,
        live_version: stored.live_version,
        own: await ownChanges(db, code_tag, operator.username),
        username: operator.username,
        version: stored.version,
      }
      return written?.below ? withNodes(answer, written.below) : answer
    }),
  )

  managed(app, endpoints.changeDraft, ({ params: { code_tag }, body, operator }) =>
    acrossCustomers(kysely, async (db) => {
      const stored = await lockReached(db, operator, code_tag)
      if (!stored) throw apiError('http_not_found')
      const repeated = await changes(db, code_tag).where('id', '=', body.id).executeTakeFirst()
      if (repeated) return shown(repeated)
      if (!stored.hasDraft) {
        await beginDraft(db, stored)
        await audit(db, operator, { action: 'definition.draft', subject: code_tag, before: { live_version: stored.live_version } })
      }
      const { sequence, operations } = await storeChange(db, operator, code_tag, body)
      return { ...body, sequence, operations, username: operator.username }
    }),
  )

  managed(app, endpoints.listDraftChanges, ({ params: { code_tag }, query, operator }) =>
    acrossCustomers(kysely, async (db) => {
      await requireReached(db, operator, code_tag)
      return changesAfter(db, code_tag, query.after)
    }),
  )

  managed(app, endpoints.announcePresence, async ({ params: { code_tag }, body, operator }) => {
    await acrossCustomers(kysely, async (db) => {
      await requireReached(db, operator, code_tag)
      await sql`select pg_notify('draft_changed', ${JSON.stringify({ code_tag, presence: { ...body, username: operator.username } })})`.execute(db)
    })
    if (body.node !== null && isAllowed(operator.role, MAY_EDIT)) await acrossCustomers(kysely, (db) => prepareDraft(db, code_tag))
    return {}
  })

  const feed = new DraftFeed(owner)
  const stopping = new AbortController()
  let streams = 0
  app.addHook('preClose', async () => {
    stopping.abort()
    feed.close()
  })
  app.route({
    ...routeOptionsOf(endpoints.followDraft),
    async handler(request, reply) {
      const params = endpoints.followDraft.params.safeParse(request.params)
      if (!params.success) throw apiError('http_not_found')
      const query = endpoints.followDraft.query.safeParse(request.query)
      if (!query.success) throw invalidInput(query.error)
      const operator = operatorOf(request)
      const { code_tag } = params.data
      await acrossCustomers(kysely, (db) => requireReached(db, operator, code_tag))
      if (streams >= MAX_STREAMS || services.drain.begun) throw new ApiError([{ code: 'forms0002' }], { headers: { 'retry-after': '2' } })
      streams += 1
      const leaving = new AbortController()
      reply.raw.once('close', () => {
        streams -= 1
        leaving.abort()
      })
      const read = (sequence: number) => acrossCustomers(kysely, (db) => changesAfter(db, code_tag, sequence))
      const events = followDraft(feed, code_tag, query.data.after, read, AbortSignal.any([leaving.signal, stopping.signal]))
      // The headers `no-transform` and `X-Accel-Buffering` keep proxies from buffering the event stream.
      return reply.header('cache-control', 'no-store, no-transform').header('x-accel-buffering', 'no').type('text/event-stream').send(Readable.from(events))
    },
  })
}

async function requireReached(db: DeploymentDb, operator: Operator, codeTag: string): Promise<void> {
  if (!(await isReachedDefinition(db, operator, codeTag))) throw apiError('http_not_found')
}

const changes = (db: DeploymentDb, codeTag: string) =>
  db.selectFrom('draft_changes').select(['sequence', 'id', 'username', 'kind', 'of_sequence', 'operations']).where('code_tag', '=', codeTag)

async function changesAfter(db: DeploymentDb, codeTag: string, after: number): Promise<StoredDraftChange[]> {
  return (await changes(db, codeTag).where('sequence', '>', after).orderBy('sequence').limit(LISTED_CHANGES).execute()).map(shown)
}

function shown({
  sequence,
  id,
  username,
  kind,
  of_sequence,
  operations,
}: Awaited<ReturnType<ReturnType<typeof changes>['executeTakeFirstOrThrow']>>): StoredDraftChange {
  return {
    sequence,
    id,
    username,
    kind: kind as StoredDraftChange['kind'],
    ...(of_sequence !== null && { of: of_sequence }),
    operations: operations as unknown as DraftOperation[],
  }
}

/** Returns the last changes that an operator made to a draft since the draft was last replaced, oldest first. */
async function ownChanges(db: DeploymentDb, codeTag: string, username: string) {
  const { rows } = await sql<{
    sequence: number
    kind: 'edit' | 'undo' | 'redo'
    of_sequence: number | null
    operations: DraftOperation[]
    inverse: DraftOperation[]
  }>`
    select sequence, kind, of_sequence, operations, inverse from draft_changes
    where code_tag = ${codeTag} and username = ${username} and kind <> 'reset'
      and sequence > coalesce((select max(sequence) from draft_changes where code_tag = ${codeTag} and username = '' and kind = 'reset'), 0)
    order by sequence desc limit ${UNDOABLE_CHANGES}`.execute(db)
  return rows.toReversed().map(({ of_sequence, ...change }) => ({ ...change, ...(of_sequence !== null && { of: of_sequence }) }))
}

/** Adds nodes that the database has written as JSON to the nodes of an answer. */
function withNodes({ nodes, ...rest }: DraftTreeAnswer, below: string): WrittenData {
  return new WrittenData(`{"nodes":[${nodes.map((node) => JSON.stringify(node)).join(',')},${below}],${JSON.stringify(rest).slice(1)}`)
}

/** Removes the secret form parameters from the root of a draft, because the server never sends secrets to operators. */
function withoutSecrets(node: DraftNode): DraftNode {
  if (node.id !== ROOT_ID || node.content.form_params === undefined) return node
  return { ...node, content: bareDefinition(node.content as unknown as Definition) as unknown as DraftNode['content'] }
}
