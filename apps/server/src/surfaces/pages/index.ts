import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import { acceptedLanguages, isLanguage } from '@sportello/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Customer, todayOf, whileCurrent } from '../../catalogue/customers/rules.ts'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { languageFor } from '../../platform/http/request-language.ts'
import { embedScript } from './embed-script.ts'
import { keepNextRoute, takeNextRoute } from './next-route.ts'
import { newNonce } from './nonce.ts'
import { pageApi } from './page-api.ts'
import { CachedPage, decidingLanguages, PageCache } from './page-cache.ts'
import { giveBackMemory, takeMemory } from './page-memory.ts'
import { pagePolicy } from './page-policy.ts'
import { bringsCode, isSessionCode, nextPath, type PageVisitor, pageVisitorOf } from './page-visitor.ts'
import { NONCE_MARK, type PageRenderer } from './renderer.ts'
import { keepSessionCode } from './session-cookie.ts'

const brotli = promisify(brotliCompress)

/**
 * Rendering a page costs more than an average call, so the rate limit counts this many additional calls for it. They
 * cover
 * rendering (most pages are cached) and compression (of cached pages, the first time). One counted call corresponds to a
 * quarter of a millisecond of CPU time.
 */
const DRAWN_CALLS = 40
const COMPRESSED_BYTES_PER_CALL = 4_000

/**
 * Brotli settings for pages that are not cached: quality 5 with a small window. Measured for a page of 66 KB: 16.8 KB after 3.5 ms; with
 * quality 4, 18.0 KB after 2.0 ms; with quality 11, 15.4 KB after 169 ms. On slow 4G, the first page is there 7 ms earlier
 * than with quality 4.
 */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 16 }

/** Registers the visitors' pages. They handle every URL that no other route of the server handles. */
export async function visitorPages(app: FastifyInstance, services: CustomerServices, renderer: PageRenderer): Promise<void> {
  await app.register(fastifyStatic, {
    root: renderer.assetsFolder,
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    wildcard: false,
    index: false,
  })
  await app.register(embedScript)
  const pages = new PageCache()

  app.get<{ Querystring: { code?: unknown; redirect?: unknown; locale?: unknown } }>('/*', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    // A URL without a customer's code, or with a path that is not in normal form, redirects to the not-found page
    // (visitor specification, section 2).
    if (path === '/' || !isPlain(path)) return reply.redirect('/notfound', 302)
    const customerCode = decodeSegment(path.split('/')[1] ?? '')
    // If the database is unavailable, the form's page shows the error in the visitor's language.
    const customer = await services.shownCustomer(customerCode).catch(() => undefined)
    if (customer && isOutdated(request.headers['user-agent']) && !path.endsWith('/notSupported')) return reply.redirect(`/${customer.code}/notSupported`, 302)
    if (customer && !customer.preview && bringsCode(path, request.query)) {
      if (await isSessionCode(services, customer, request.query.code, request)) keepSessionCode(reply, services.config, customer.code, request.query.code)
      const next = takeNextRoute(request, reply, services.config, customer)
      return reply.header('cache-control', 'no-store').redirect(nextPath(customer.code, request.query.redirect ?? next), 303)
    }
    const savedLanguage = decidingLanguages(customer, [customer?.preview?.language ?? request.cookies[`lang_${customerCode}`] ?? ''])[0] ?? null
    const preferredLanguages = decidingLanguages(customer, [savedLanguage ?? '', ...acceptedLanguages(request.headers['accept-language'])])
    const visitor = customer ? await pageVisitorOf(services, customer, path, { request, reply }) : NOBODY
    // Visitors without a session share cached pages per language, for URLs without a query. A page is cached for at
    // most a day, because it contains today's date. Pages of visitors who have answered a survey are not cached.
    const key =
      customer && !customer.preview && visitor.session === null && visitor.refused === null && visitor.compiled !== true && request.url === path
        ? pages.keyOf(customer, [path, preferredLanguages, savedLanguage, todayOf(customer)])
        : undefined
    const known = key === undefined ? undefined : pages.get(key)
    if (known !== undefined) {
      if (customer && visitor.compiled === undefined) await recordPage(services, request, { content: known, customer })
      return sendPage(services, request, reply, { status: 200, content: known, isCached: true, customer })
    }

    request.extraCalls += DRAWN_CALLS
    const page = await renderer.render({
      url: request.url,
      api: pageApi(
        services,
        [languageOfLink(path, request.query), ...preferredLanguages].find(isLanguage) ?? languageFor(request),
        customerCode,
        visitor,
        request.ip,
      ),
      preferredLanguages,
      savedLanguage,
      client: {
        apiBase: `/${services.config.serviceName}/rs/v2`,
        apiKey: services.config.apiKey,
        ...(visitor.session && { sessionCode: visitor.session.code }),
      },
    })
    if ('redirect' in page) {
      if (page.next !== undefined) keepNextRoute(reply, services.config, customerCode, page.next)
      return reply.redirect(page.redirect, 302)
    }
    const content = new CachedPage(page.html)
    const isCached = key !== undefined && page.cacheable && page.status === 200
    if (isCached) pages.set(key, content)
    return sendPage(services, request, reply, { status: page.status, content, isCached, customer })
  })
}

/** Returns the language of the request whose mailed link or receipt the URL opens; an empty text for other pages. */
function languageOfLink(path: string, { locale }: { locale?: unknown }): string {
  return /\/(?:validation|receipt|follow-up)$/.test(path) && typeof locale === 'string' ? locale : ''
}

/**
 * Returns true if a URL's path is in normal form. A path that contains `..` is rejected, because a proxy could resolve
 * it to another path.
 */
function isPlain(path: string): boolean {
  return URL.canParse(path, 'http://page.invalid') && new URL(path, 'http://page.invalid').pathname === path
}

/**
 * Returns true if the visitor's browser is Internet Explorer or a version of Edge that is not based on Chromium
 * (visitor specification, section 2: “/notSupported”).
 */
function isOutdated(userAgent: string | undefined): boolean {
  return /MSIE |Trident\/|Edge\/\d/.test(userAgent ?? '')
}

const NOBODY: PageVisitor = { session: null, refused: null, compiled: undefined }

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}

/** A rendered page, and the customer to which it belongs. */
interface Page {
  status: number
  content: CachedPage
  isCached: boolean
  customer: Customer | undefined
}

async function sendPage(services: CustomerServices, request: FastifyRequest, reply: FastifyReply, page: Page): Promise<FastifyReply> {
  const { status, content, customer } = page
  const nonce = newNonce()
  // Excludes previews of drafts from search engines, in case another site links to them.
  if (customer?.preview) reply.header('x-robots-tag', 'noindex, nofollow')
  // With Origin-Agent-Cluster, Chromium starts a process for the page only after the response has arrived (decision 0076).
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .removeHeader('origin-agent-cluster')
    .header('cache-control', 'no-store')
    .header('content-security-policy', policyOf(services, customer).replaceAll(NONCE_MARK, nonce))
    .header('vary', 'accept-encoding, accept-language, cookie')
  if (!acceptsBrotli(request)) return reply.send(content.html.replaceAll(NONCE_MARK, nonce))
  return reply.header('content-encoding', 'br').send(await compressed(request, page, nonce))
}

/** Lets the server send a cached page again to visitors without cookies, if it is compressed. */
async function recordPage(
  services: CustomerServices,
  request: FastifyRequest,
  { content, customer }: { content: CachedPage; customer: Customer },
): Promise<void> {
  const isReady = content.isCompressed && acceptsBrotli(request) && (await content.compress())
  if (!isReady || !services.catalog.isCurrent(customer)) return
  const policy = policyOf(services, customer).split(NONCE_MARK)
  request.replayable = {
    isCurrent: whileCurrent(services.catalog, customer),
    suits: (headers) => !isOutdated(headers['user-agent']),
    renew() {
      const nonce = newNonce()
      const memory = takeMemory()
      const headers = ['content-security-policy', policy.join(nonce)]
      return { body: content.withNonce(nonce, memory), headers, onSent: () => giveBackMemory(memory) }
    },
  }
}

const acceptsBrotli = ({ headers }: FastifyRequest) => /\bbr\b/.test(headers['accept-encoding'] ?? '')

/** Policies of the customers' pages, with `NONCE_MARK` in place of the nonce. A change of a customer makes a new object. */
const policies = new WeakMap<Customer, string>()

function policyOf({ config }: CustomerServices, customer: Customer | undefined): string {
  const policy = (customer && policies.get(customer)) ?? pagePolicy(config, NONCE_MARK, customer)
  if (customer) policies.set(customer, policy)
  return policy
}

/** Returns a page compressed with brotli. A cached page is compressed only once for all visitors. */
async function compressed(request: FastifyRequest, { content, isCached }: Page, nonce: string): Promise<Buffer> {
  const cost = Math.ceil(content.html.length / COMPRESSED_BYTES_PER_CALL)
  if (isCached) {
    if (!content.isCompressed) request.extraCalls += cost
    if (await content.compress()) return content.withNonce(nonce)
  }
  request.extraCalls += cost
  return brotli(content.html.replaceAll(NONCE_MARK, nonce), { params: BROTLI })
}
