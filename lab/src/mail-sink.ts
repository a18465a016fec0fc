import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** What the test mail server does with a message that it has received completely. */
type Behaviour = 'keep' | 'keep and cut' | 'not now' | 'hold'

export interface MailSink {
  url: string
  /** All copies of each mail that the test mail server has accepted, keyed by Message-ID. */
  kept: Map<string, string[]>
  /** Chooses what the test mail server does with the next message. */
  next: (id: string) => Behaviour
  /** Sends the responses that the test mail server has held back. */
  release: () => void
  held: () => number
  close: () => Promise<void>
}

/** Starts a test SMTP server that handles each message as `next` chooses. */
export async function startMailSink(): Promise<MailSink> {
  let held: (() => void)[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    maxClients: 1_000,
    async onData(stream, session, done) {
      // A client that is killed while it sends a message has not sent it.
      const raw = (await buffer(stream).catch(() => undefined))?.toString('utf8')
      if (raw === undefined) return done(new Error('the message broke off'))
      const id = /^message-id:\s*(\S+)/im.exec(raw)?.[1] ?? ''
      const taking = sink.next(id)
      if (taking === 'not now') return done(Object.assign(new Error('come again'), { responseCode: 451 }))
      if (taking === 'hold') return void held.push(() => done(Object.assign(new Error('come again'), { responseCode: 451 })))
      sink.kept.set(id, [...(sink.kept.get(id) ?? []), raw])
      // RFC 5321, 4.2.5: a client that does not receive the response cannot know whether the server has accepted the
      // message.
      if (taking === 'keep and cut') return cut(session.id)
      done()
    },
  })
  function cut(id: string): void {
    for (const connection of server.connections as Set<{ id: string; _socket: Socket }>) if (connection.id === id) connection._socket.resetAndDestroy()
  }
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const sink: MailSink = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    kept: new Map(),
    next: () => 'keep',
    release() {
      for (const answer of held) answer()
      held = []
    },
    held: () => held.length,
    async close() {
      sink.release()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
  return sink
}
