import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Behave = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

/** A fake data source on its own port. The first segment of a request's URL path selects its behaviour. */
export interface Upstream {
  url: (behaviour: string) => string
  /** The requests that the fake data source received, in order. */
  seen: { behaviour: string; url: string; headers: IncomingMessage['headers']; method: string; body: string }[]
  on: (behaviour: string, behave: Behave) => void
  close: () => Promise<void>
}

export const json = (response: ServerResponse, value: unknown) => void response.setHeader('content-type', 'application/json').end(JSON.stringify(value))

export async function startUpstream(): Promise<Upstream> {
  const behaviours = new Map<string, Behave>()
  const seen: Upstream['seen'] = []
  const server = createServer(async (request, response) => {
    const url = request.url ?? ''
    const behaviour = url.split(/[/?]/)[1] ?? ''
    seen.push({ behaviour, url, headers: request.headers, method: request.method ?? '', body: await text(request) })
    await behaviours.get(behaviour)?.(request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: (behaviour) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${behaviour}`,
    seen,
    on: (behaviour, behave) => void behaviours.set(behaviour, behave),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
