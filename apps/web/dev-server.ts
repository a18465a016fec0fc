import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer as createVite } from 'vite'

// Development server: Vite serves the browser's source files with hot module replacement, and forwards all other
// requests to the backend. In the pages from the backend, the server replaces the script URLs with the URLs of the
// source files.
const port = Number(process.env.PORT ?? 8080)
const backend = new URL(process.env.BACKEND ?? 'http://127.0.0.1:8081')
const ENTRY = '/src/visitor/entry-client.tsx'
const DASHBOARD_ENTRY = '/src/admin/main.tsx'
const REVIEW_ENTRY = '/src/review/main.tsx'

const http = createServer()
const vite = await createVite({
  appType: 'custom',
  server: { middlewareMode: true, ws: { server: http } },
  build: { rolldownOptions: { input: { visitor: `.${ENTRY}`, admin: `.${DASHBOARD_ENTRY}`, review: `.${REVIEW_ENTRY}` } } },
})

http.on('request', (incoming: IncomingMessage, answer: ServerResponse) => vite.middlewares(incoming, answer, () => forward(incoming, answer)))
http.listen(port, '127.0.0.1', () => console.log(`Development: http://127.0.0.1:${port}/comune-aurora`))

function forward(incoming: IncomingMessage, answer: ServerResponse): void {
  const headers = { ...incoming.headers, 'accept-encoding': 'identity' }
  const onward = request({ host: backend.hostname, port: backend.port, path: incoming.url, method: incoming.method, headers }, (response) => {
    if (!String(response.headers['content-type']).startsWith('text/html')) {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
      return
    }
    const { 'content-security-policy': _policy, 'content-length': _length, ...kept } = response.headers
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('end', async () => {
      const page = Buffer.concat(chunks)
        .toString('utf8')
        .replace(/<link rel="stylesheet" href="\/(?:admin|~review)\/assets\/[^"]+">/g, '')
        .replace(/<script type="module" src="\/admin\/assets\/[^"]+"[^>]*><\/script>/, `<script type="module" src="${DASHBOARD_ENTRY}"></script>`)
        .replace(/<script type="module" src="\/~review\/assets\/[^"]+"[^>]*><\/script>/, `<script type="module" src="${REVIEW_ENTRY}"></script>`)
        .replace(/<script type="module" src="\/assets\/[^"]+"[^>]*><\/script>/, `<script type="module" src="${ENTRY}"></script>`)
      answer.writeHead(response.statusCode ?? 502, kept)
      answer.end(await vite.transformIndexHtml(incoming.url ?? '/', page))
    })
  })
  onward.on('error', () => answer.writeHead(503, { 'content-type': 'text/plain' }).end('The server is starting; try again in a moment.'))
  incoming.pipe(onward)
}
