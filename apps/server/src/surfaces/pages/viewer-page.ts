import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FILE_POLICY } from '../../platform/http/closed-policy.ts'
import { type BuiltPage, VIEWER_BASE } from './renderer.ts'

/**
 * Registers the page that shows an attachment. The dashboard loads it in a frame and sends it the file. The page has no origin
 * of its own (`sandbox`), so a file that takes it over reaches neither the operator's session nor any address but the page's
 * own files.
 */
export async function viewerPage(app: FastifyInstance, { scriptFile, styleFiles, assetsFolder }: BuiltPage): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', FILE_POLICY)
  })
  await app.register(fastifyStatic, {
    root: assetsFolder,
    prefix: `${VIEWER_BASE}assets/`,
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    wildcard: false,
    index: false,
    // The page has no origin, so its own files are those of another site.
    setHeaders: (reply) => {
      reply.header('access-control-allow-origin', '*')
      reply.header('cross-origin-resource-policy', 'cross-origin')
    },
  })
  const styles = styleFiles.map((file) => `<link rel="stylesheet" crossorigin href="${file}">`).join('')

  app.get(VIEWER_BASE, async (request, reply) => {
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex, nofollow')
      .header('content-security-policy', policyOf(request))
      .send(
        `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Sportello</title>${styles}<link rel="icon" href="data:,"></head><body><main tabindex="0"></main><script type="module" crossorigin src="${scriptFile}"></script></body></html>`,
      )
  })
}

const HOST = /^[\w.:[\]-]{1,255}$/

/**
 * The page may load its own files only, by their whole address: `'self'` would allow each address of this site, and
 * `'strict-dynamic'` each script of every site. The decoders of pictures in PDF files are WebAssembly.
 */
function policyOf({ host, protocol }: FastifyRequest): string {
  const own = HOST.test(host) ? `${protocol}://${host}${VIEWER_BASE}assets/` : "'none'"
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${own} 'wasm-unsafe-eval'`,
    `style-src ${own}`,
    'img-src blob: data:',
    `connect-src ${own}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "object-src 'none'",
  ].join('; ')
}
