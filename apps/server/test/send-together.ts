import { randomUUID } from 'node:crypto'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { SendReceipt } from '@sportello/contract'
import type { Pool } from 'pg'
import { expect } from 'vitest'
import { STORE_ARGUMENTS } from '../src/requests/requests/insert-request.ts'
import { StoreQueue } from '../src/requests/requests/store-queue.ts'
import { eventually } from './mail-sink.ts'
import { freshAnswers, sendForm, withFiles } from './send.ts'
import type { TestServer } from './test-server.ts'

/** Sends a form as a person, with a file and an idempotency key. */
export function sendAs(server: TestServer, form: string, person: string, fields: Record<string, unknown> = freshAnswers(), key: string = randomUUID()) {
  const email = `${person}@example.org`
  const body = withFiles(sendForm(fields, { email, confirmed_email: email }), ['a.txt', person])
  return server.call<SendReceipt>('POST', `/forms/${form}`, { body, headers: { 'Idempotency-Key': key } })
}

/** The code of the error with which a submission was answered, or its status. */
export const codeOf = ({ status, body }: Awaited<ReturnType<typeof sendAs>>) => body.errors[0]?.data.code ?? status

interface Options {
  /** Milliseconds for which the two that go first wait for their connections. */
  firstMs?: number
  /** Runs before a transaction gets its connection. @param transaction its number; 1 and 2 are those of the two that go first */
  before?: (transaction: number) => Promise<unknown> | undefined
  /** Changes the values of a submission. */
  change?: (values: readonly unknown[], personKey: string) => readonly unknown[]
}

/**
 * Lets submissions arrive in the queue in this order and at the same moment. Two others go before them.
 * @returns their responses, the number of transactions that began at once, and the number of those that followed
 */
export async function sendTogether<T>(
  server: TestServer,
  sends: readonly (() => Promise<T>)[],
  { firstMs = 0, before, change = (values) => values }: Options = {},
): Promise<{ answers: T[]; atOnce: number; transactions: number }> {
  const { storeQueue } = server.services
  const gate = Promise.withResolvers<void>()
  let transactions = 0
  const connect = async () => {
    const number = ++transactions
    await gate.promise
    await before?.(number)
    return server.database.pool.connect()
  }
  const queue = new StoreQueue({ connect } as unknown as Pool, STORE_ARGUMENTS)
  const start = Promise.withResolvers<void>()
  let ready = 0
  const store: StoreQueue['store'] = async (values, personKey) => {
    ready++
    await start.promise
    return queue.store(change(values, personKey), personKey)
  }
  Object.assign(server.services, { storeQueue: { store } })
  try {
    const first = () => sendAs(server, 'limited', randomUUID())
    const answers: Promise<unknown>[] = []
    for (const send of [first, first, ...sends]) {
      answers.push(send())
      await eventually(
        async () => ready,
        (count) => count === answers.length,
      )
    }
    start.resolve()
    await setImmediate()
    const atOnce = transactions
    await sleep(firstMs)
    gate.resolve()
    const [one, two, ...all] = await Promise.all(answers)
    expect([one, two]).toMatchObject([{ status: 201 }, { status: 201 }])
    return { answers: all as T[], atOnce, transactions: transactions - atOnce }
  } finally {
    Object.assign(server.services, { storeQueue })
  }
}
