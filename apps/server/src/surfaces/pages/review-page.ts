import { randomBytes } from 'node:crypto'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { FILE_POLICY } from '../../platform/http/closed-policy.ts'
import { languageFor } from '../../platform/http/request-language.ts'
import { pagePolicy } from './page-policy.ts'
import { type BuiltPage, REVIEW_BASE } from './renderer.ts'

/**
 * Registers the page for reviewers. All links for reviewers lead to the same HTML document, because each link's code is
 * in
 * the fragment of the URL. The page shows the draft's form in a frame of the same origin.
 */
export async function reviewPage(app: FastifyInstance, { config }: CustomerServices, { scriptFile, styleFiles, assetsFolder }: BuiltPage): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', FILE_POLICY)
  })
  await app.register(fastifyStatic, {
    root: assetsFolder,
    prefix: `${REVIEW_BASE}assets/`,
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    wildcard: false,
    index: false,
  })
  const settings = JSON.stringify({ apiBase: `/${config.serviceName}/rs/v2`, apiKey: config.apiKey }).replaceAll('<', '\\u003c')
  const styles = styleFiles.map((file) => `<link rel="stylesheet" href="${file}">`).join('')

  app.get(REVIEW_BASE.slice(0, -1), async (request, reply) => {
    const nonce = randomBytes(16).toString('base64')
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex, nofollow')
      .header('content-security-policy', pagePolicy(config, nonce, undefined, { frames: ["'self'"] }))
      .send(
        `<!doctype html><html lang="${languageFor(request)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Sportello</title>${styles}<link rel="icon" href="data:,"></head><body><div id="review"></div><script type="application/json" id="settings">${settings}</script><script type="module" src="${scriptFile}" nonce="${nonce}"></script></body></html>`,
      )
  })
}
