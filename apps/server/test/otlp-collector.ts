import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A collector of OpenTelemetry that stores what it receives. While `silent` is set, it sends no response. */
export interface Collector {
  url: string
  bodies: { path: string; type: string; bytes: Buffer }[]
  /** Returns the bodies sent to a path, which must be JSON. */
  documents: (path: string) => unknown[]
  silent: boolean
  close: () => Promise<void>
}

export async function startCollector(): Promise<Collector> {
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (collector.silent) return
    collector.bodies.push({ path: request.url ?? '', type: request.headers['content-type'] ?? '', bytes: Buffer.concat(chunks) })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies: [],
    documents: (path) => collector.bodies.filter((body) => body.path === path).map(({ bytes }) => JSON.parse(bytes.toString())),
    silent: false,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return collector
}
