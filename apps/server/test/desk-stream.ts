import type { TestServer } from './test-server.ts'

/** Opens the event stream of the desk. `events` contains what has arrived so far. */
export async function followDesk({ url }: Pick<TestServer, 'url'>, headers: Readonly<Record<string, string>>) {
  const leaving = new AbortController()
  const response = await fetch(`${url}/forms-service/rs/v2/managements/desk/events`, {
    headers: { 'X-Api-Key': 'test-key', ...headers },
    signal: leaving.signal,
  })
  let text = ''
  const ended = (async () => {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += chunk
  })().catch(() => {})
  return {
    status: response.status,
    headers: response.headers,
    ended,
    text: () => text,
    /** Returns the tickets that the stream has named. */
    tickets: () => [...text.matchAll(/"ticket":"([^"]+)"/g)].map(([, ticket]) => ticket),
    async leave() {
      leaving.abort()
      await ended
    },
  }
}
