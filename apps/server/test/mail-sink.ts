import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail that the fake SMTP server has accepted. */
export interface TakenMail {
  from: string
  to: string[]
  raw: string
  mail: Email
}

export interface MailSink {
  url: string
  taken: TakenMail[]
  /**
   * Errors that the fake SMTP server returns for the next commands: `rcpt` for recipients, `data` for the contents of
   * mails.
   */
  answers: { rcpt: (Error & { responseCode: number })[]; data: (Error & { responseCode: number })[] }
  /**
   * Number of messages for which the fake SMTP server breaks off: it reads the whole message, then closes the
   * connection
   * without a response.
   */
  cuts: number
  /** Number of recipients and messages that the fake SMTP server has rejected so far. */
  refused: number
  /** Waits until the fake SMTP server has accepted `count` mails. */
  until: (count: number, limitMs?: number) => Promise<TakenMail[]>
  close: () => Promise<void>
}

export function smtpError(responseCode: number, text: string): Error & { responseCode: number } {
  return Object.assign(new Error(text), { responseCode })
}

/** Starts a fake SMTP server on a free port of this machine. It receives all mails that a test sends. */
export async function startMailSink(): Promise<MailSink> {
  const sink: Omit<MailSink, 'url' | 'until' | 'close'> = { taken: [], answers: { rcpt: [], data: [] }, cuts: 0, refused: 0 }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo(_address, _session, done) {
      const error = sink.answers.rcpt.shift()
      if (error) sink.refused++
      done(error)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const error = sink.answers.data.shift()
        if (error) {
          sink.refused++
          return done(error)
        }
        if (sink.cuts > 0) {
          sink.cuts--
          for (const connection of server.connections) if ((connection as { id?: string }).id === session.id) connection.close()
          return
        }
        const raw = Buffer.concat(chunks)
        const { mailFrom, rcptTo } = session.envelope
        const mail = await PostalMime.parse(raw)
        sink.taken.push({ from: mailFrom === false ? '' : mailFrom.address, to: rcptTo.map((each) => each.address), raw: raw.toString('utf8'), mail })
        done()
      })
    },
  })
  server.on('error', () => {})
  const port = await new Promise<number>((resolve) => {
    const listener = server.listen(0, '127.0.0.1', () => resolve((listener.address() as { port: number }).port))
  })
  return Object.assign(sink, {
    url: `smtp://127.0.0.1:${port}`,
    async until(count: number, limitMs = 10_000) {
      for (const deadline = Date.now() + limitMs; sink.taken.length < count && Date.now() < deadline; ) await sleep(20)
      if (sink.taken.length < count) throw new Error(`${sink.taken.length} of ${count} mails came within ${limitMs} ms`)
      return sink.taken
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  })
}

/** Polls `read` until `done` accepts the result, for at most `limitMs` milliseconds. */
export async function eventually<T>(read: () => Promise<T>, done: (value: T) => boolean, limitMs = 10_000): Promise<T> {
  for (const deadline = Date.now() + limitMs; ; await sleep(50)) {
    const value = await read()
    if (done(value) || Date.now() > deadline) return value
  }
}
