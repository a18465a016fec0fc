import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from '../../platform/http/openapi.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { referencePolicy } from './reference-policy.ts'

const REDOC = fileURLToPath(import.meta.resolve('redoc/bundles/redoc.standalone.js'))
const HOUR_S = 3_600

/**
 * Registers the OpenAPI document of the API and the page that shows it with Redoc. Both are public and need no API key.
 */
export function apiReference(app: FastifyInstance, { config }: Pick<PlatformServices, 'config'>): void {
  const base = `${config.publicUrl}/${config.serviceName}/rs/v2`
  const document = memoized(() => openApiDocument(base))
  app.get('/openapi.json', async () => document())

  serveScript(app, '/reference/redoc.js', () => readFile(REDOC))
  // Serves the OpenAPI document as a script, because the sandboxed page of the API reference cannot fetch JSON.
  serveScript(app, '/reference/document.js', async () => Buffer.from(`window.apiDocument = ${JSON.stringify(document())}`))

  app.get('/reference', async (_request, reply) => {
    const nonce = randomBytes(16).toString('base64')
    return (
      reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-security-policy', referencePolicy(nonce))
        // Turns off the Cross-Origin-Opener-Policy for the API reference, because browsers do not show a sandboxed page
        // that has its own browsing context group.
        .header('cross-origin-opener-policy', 'unsafe-none')
        .send(referencePage(nonce))
    )
  })
}

/**
 * Serves a script of the API reference. The script is compressed only once. A header allows the sandboxed page to load
 * the script, although the page counts as another origin.
 */
function serveScript(app: FastifyInstance, path: string, read: () => Promise<Buffer>): void {
  const script = memoized(read)
  const compressed = memoized(async () => promisify(brotliCompress)(await script(), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
  app.get(path, async (request, reply) => {
    const isBrotli = /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))
    if (isBrotli) reply.header('content-encoding', 'br')
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', `public, max-age=${HOUR_S}`)
      .header('vary', 'accept-encoding')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(await (isBrotli ? compressed() : script()))
  })
}

/** Returns a function that calls `make` once and then returns the same result every time. */
function memoized<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function referencePage(nonce: string): string {
  const scripts = ['document', 'redoc'].map((name) => `<script src="reference/${name}.js" nonce="${nonce}"></script>`).join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Sportello API reference</title><link rel="icon" href="data:,"><style nonce="${nonce}">body{margin:0}</style></head><body><main id="reference"><noscript>This page needs JavaScript. The same description as a document: openapi.json</noscript></main>${scripts}<script nonce="${nonce}">Redoc.init(window.apiDocument,${JSON.stringify({ nonce, ...OPTIONS })},document.getElementById('reference'))</script></body></html>`
}

/**
 * Options of Redoc for the API reference. Redoc uses the system's fonts. Its search is turned off: it would need a
 * worker, and the browser's own search finds everything on the page.
 */
const OPTIONS = {
  disableSearch: true,
  hideDownloadButton: true,
  hideLoading: true,
  nativeScrollbars: true,
  sortRequiredPropsFirst: true,
  theme: {
    typography: { fontFamily: 'system-ui, sans-serif', headings: { fontFamily: 'system-ui, sans-serif' }, code: { fontFamily: 'ui-monospace, monospace' } },
  },
}
