import { randomUUID } from 'node:crypto'
import type { DraftOperation, MadeReviewLink, Review, StepComment } from '@sportello/contract'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { startManagementCase } from './management-case.ts'
import { sampleBundle } from './sample-bundle.ts'
import { rowsOf } from './traces.ts'

/** API paths for the links for reviewers and the comments on the sample definition. */
export const LINKS = '/definitions/sample-root/review-links'
export const COMMENTS = '/definitions/sample-root/comments'

const KEY = 'a'.repeat(32)

/**
 * Returns the options of a request from a reviewer's browser.
 * @param key the random key of the browser; null for a browser without a key
 */
export const init = (body?: object, key: string | null = KEY): RequestInit => ({
  ...(body && { body: JSON.stringify(body) }),
  headers: { ...(body && { 'content-type': 'application/json' }), ...(key !== null && { 'X-Review-Key': key }) },
})

/**
 * Starts a server with the sample form for the tests in a file. Before each test, deletes all links for reviewers and
 * all comments.
 */
export function reviewCase() {
  let started: Awaited<ReturnType<typeof startManagementCase>>
  beforeAll(async () => {
    started = await startManagementCase()
    await started.server.load(sampleBundle({ params: { destination: [{ kind: 'email', address: 'office@example.org' }] } }))
    await rowsOf(started.server, "update operators set name = 'Olga', surname = 'Verdi' where username = 'operator'")
  })
  afterAll(() => started.server.close())
  beforeEach(async () => {
    await rowsOf(started.server, 'delete from step_comments')
    await rowsOf(started.server, 'delete from review_links')
  })
  const on = {
    get server() {
      return started.server
    },
    call: <T>(...parts: Parameters<typeof started.call>) => started.call<T>(...parts),
    follow: (...parts: Parameters<typeof started.follow>) => started.follow(...parts),
  }

  const make = (body: object = {}, { as = 'operator', path = LINKS } = {}) =>
    on.call<MadeReviewLink>('POST', path, { as, body: { label: 'Legal office', form: 'sample', mode: null, ...body } })
  /** Creates a link for reviewers. @returns the code of the link */
  async function made(body: object = {}): Promise<string> {
    const { status, body: answer } = await make(body)
    expect(status).toBe(201)
    return answer.data?.url.split('#')[1] ?? ''
  }
  const review = (code: string, key?: string | null) => on.server.call<Review>('GET', `/reviews/${code}`, init(undefined, key))
  /** Writes a comment on the sample definition as a reviewer. */
  const write = (code: string, body: object = {}, key?: string | null) =>
    on.server.call<Review>('POST', `/reviews/${code}/comments`, init({ code_tag: 'report', text: 'Too long', author: 'Anna', reply_to: null, ...body }, key))
  const comments = async (as = 'operator') => (await on.call<StepComment[]>('GET', COMMENTS, { as })).body.data ?? []
  /** Writes a comment on the sample definition as an operator. */
  const comment = (body: object = {}, as = 'operator') =>
    on.call<StepComment[]>('POST', COMMENTS, { as, body: { step_id: 'report', text: 'Shorter, please', reply_to: null, ...body } })
  const edit = (...operations: DraftOperation[]) =>
    on.call('POST', '/definitions/sample-root/draft/changes', { body: { id: randomUUID(), kind: 'edit', operations } })
  return { on, make, made, review, write, comments, comment, edit }
}
