import { randomBytes } from 'node:crypto'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { FILE_POLICY } from '../../platform/http/closed-policy.ts'
import { isSecure } from '../../platform/http/cookie-name.ts'
import { passkeySiteOf, providerPath } from '../operators/rules.ts'
import { pagePolicy } from './page-policy.ts'
import type { BuiltPage } from './renderer.ts'

/**
 * Lifetime in seconds of the cookie with the operator's session credential. The dashboard renews the cookie as long as
 * the operator works (administrator specification, section 9).
 */
const CREDENTIAL_S = 600
/**
 * Name of the cookie with the operator's session credential. The dashboard's script reads the cookie
 * (apps/web/src/admin/session/credential.ts).
 */
const CREDENTIAL_COOKIE = 'auth_management'
const CREDENTIAL = /^[\w-]{1,512}$/

/**
 * Registers the operators' dashboard: one HTML document for all URLs below /admin, which the browser renders
 * (administrator specification, section 2).
 */
export async function dashboardPages(app: FastifyInstance, services: CustomerServices, files: BuiltPage): Promise<void> {
  // Browsers send the cookie with the operator's credential to all pages below /admin. Isolates these pages from the
  // windows of other pages.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cross-origin-opener-policy', 'noopener-allow-popups').header('content-security-policy', FILE_POLICY)
  })
  await app.register(fastifyStatic, {
    root: files.assetsFolder,
    prefix: '/admin/assets/',
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    wildcard: false,
    index: false,
  })

  app.get('/admin', async (_request, reply) => reply.redirect('/admin/management', 302))

  // The URL contains the operator's session credential. The redirect removes it, so that the credential remains neither
  // in the document's URL nor in the history or a Referer header.
  app.get<{ Querystring: { auth?: unknown } }>('/admin/management/auth', async ({ query: { auth } }, reply) => {
    reply.header('cache-control', 'no-store')
    if (typeof auth !== 'string' || !CREDENTIAL.test(auth)) return reply.redirect('/admin/management/sign-in', 303)
    // The cookie with the operator's credential is not HttpOnly, because the dashboard's script reads it and sends its
    // value in a header of its API calls.
    reply.setCookie(CREDENTIAL_COOKIE, auth, { path: '/admin', sameSite: 'strict', secure: isSecure(services.config), maxAge: CREDENTIAL_S })
    return reply.redirect('/admin/management', 303)
  })

  app.get('/admin/*', async (_request, reply) => sendDashboard(services, reply, files))
}

/** Returns the settings that the dashboard's HTML document passes to its script (apps/web/src/admin/call.ts). */
function settingsOf(config: CustomerServices['config']) {
  const { staffProvider } = config
  return {
    apiBase: `/${config.serviceName}/rs/v2`,
    apiKey: config.apiKey,
    passkeyOrigin: passkeySiteOf(config)?.origin ?? null,
    provider: staffProvider ? { name: staffProvider.name, path: providerPath(config) } : null,
  }
}

function sendDashboard({ config }: CustomerServices, reply: FastifyReply, { scriptFile, styleFiles }: BuiltPage): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const settings = JSON.stringify(settingsOf(config)).replaceAll('<', '\\u003c')
  const styles = styleFiles.map((file) => `<link rel="stylesheet" href="${file}">`).join('')
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex, nofollow')
    .header(
      'content-security-policy',
      pagePolicy(config, nonce, undefined, { trustedTypes: ['default', 'check-worker'], frames: ["'self'"], hasWorkers: true }),
    )
    .send(
      `<!doctype html><html lang="it"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta property="csp-nonce" nonce="${nonce}">${styles}<link rel="icon" href="data:,"></head><body><div id="dashboard"></div><script type="application/json" id="settings">${settings}</script><script type="module" src="${scriptFile}" nonce="${nonce}"></script></body></html>`,
    )
}
