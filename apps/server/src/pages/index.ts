import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import { acceptedLanguages, isLanguage, LANGUAGES } from '@sportello/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Customer, todayOf } from '../customers/rules.ts'
import { languageFor } from '../http/request-language.ts'
import type { Services } from '../services.ts'
import { pageApi } from './page-api.ts'
import { pagePolicy } from './page-policy.ts'
import { bringsCode, isSessionCode, type PageVisitor, pageVisitorOf, wayOn } from './page-visitor.ts'
import { NONCE_MARK, type PageRenderer } from './renderer.ts'
import { keepSessionCode } from './session-cookie.ts'

const brotli = promisify(brotliCompress)

/** The visitor's pages: any address that nothing else answers. */
export async function visitorPages(app: FastifyInstance, services: Services, renderer: PageRenderer): Promise<void> {
  await app.register(fastifyStatic, {
    root: renderer.assetsFolder,
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    wildcard: false,
    index: false,
  })
  const cache = new WeakMap<Customer, Map<string, string>>()

  app.get<{ Querystring: { code?: unknown; redirect?: unknown } }>('/*', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    // No first segment: nobody's page (visitor specification, section 2). An address that says one thing and means another is nobody's either.
    if (path === '/' || !isPlain(path)) return reply.redirect('/notfound', 302)
    const customerCode = decodeSegment(path.split('/')[1] ?? '')
    // A database that is away is the page's to tell, in the visitor's words.
    const customer = await services.catalog.customer(customerCode).catch(() => undefined)
    if (customer && isOutdated(request.headers['user-agent']) && !path.endsWith('/notSupported')) return reply.redirect(`/${customer.code}/notSupported`, 302)
    if (customer && bringsCode(path, request.query)) {
      if (await isSessionCode(services, customer, request.query.code)) keepSessionCode(reply, services.config, customer.code, request.query.code)
      return reply.header('cache-control', 'no-store').redirect(wayOn(customer.code, request.query.redirect), 303)
    }
    const savedLanguage = languagesOf(customer, [request.cookies[`lang_${customerCode}`] ?? ''])[0] ?? null
    const preferredLanguages = languagesOf(customer, [savedLanguage ?? '', ...acceptedLanguages(request.headers['accept-language'])])
    const visitor = customer ? await pageVisitorOf(services, customer, path, { request, reply }) : NOBODY
    // Without a query and a session all visitors of one language see the same page, for a day: it holds the day that dates count from.
    // Who has sent a survey that is sent once sees other pages, which are kept for nobody.
    const key =
      customer && visitor.session === null && visitor.refused === null && visitor.compiled !== true && request.url === path
        ? JSON.stringify([path, preferredLanguages.slice(0, 4), savedLanguage, todayOf(customer)])
        : undefined
    const pages = customer && (cache.get(customer) ?? new Map<string, string>())
    if (customer && pages) cache.set(customer, pages)
    const known = key === undefined ? undefined : pages?.get(key)
    if (key !== undefined && known !== undefined) {
      pages?.delete(key)
      pages?.set(key, known)
      return sendPage(services, request, reply, { status: 200, html: known, customer })
    }

    const page = await renderer.render({
      url: request.url,
      api: pageApi(services, preferredLanguages.find(isLanguage) ?? languageFor(request), customerCode, visitor),
      preferredLanguages,
      savedLanguage,
      client: {
        apiBase: `/${services.config.serviceName}/rs/v2`,
        apiKey: services.config.apiKey,
        ...(visitor.session && { sessionCode: visitor.session.code }),
      },
    })
    if ('redirect' in page) return reply.redirect(page.redirect, 302)
    if (key !== undefined && pages && page.cacheable && page.status === 200) {
      pages.set(key, page.html)
      const [oldest] = pages.keys()
      if (pages.size > MAX_CACHED && oldest !== undefined) pages.delete(oldest)
    }
    return sendPage(services, request, reply, { status: page.status, html: page.html, customer })
  })
}

/** Whether a path is its own normal form: one with `..` in it would be another's to whoever resolves it. */
function isPlain(path: string): boolean {
  return URL.canParse(path, 'http://page.invalid') && new URL(path, 'http://page.invalid').pathname === path
}

/** Of the languages asked for those that the pages or the form speak, in their order: what else a visitor sends decides nothing. */
function languagesOf(customer: Customer | undefined, wanted: readonly string[]): string[] {
  const spoken = new Set<string>([...LANGUAGES, ...(customer?.published.languages ?? []).map(({ lang_code }) => lang_code)])
  return [...new Set(wanted)].filter((code) => spoken.has(code))
}

/** Internet Explorer, of any version, and the Edge that came before Chromium's (visitor specification, section 2: "/notSupported"). */
function isOutdated(userAgent: string | undefined): boolean {
  return /MSIE |Trident\/|Edge\/\d/.test(userAgent ?? '')
}

const NOBODY: PageVisitor = { session: null, refused: null, compiled: undefined }

/** Of one version of one customer; the one that was not asked for longest goes. */
const MAX_CACHED = 500

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}

/** A page as it leaves, and whose it is. */
interface Page {
  status: number
  html: string
  customer: Customer | undefined
}

async function sendPage(services: Services, request: FastifyRequest, reply: FastifyReply, { status, html, customer }: Page): Promise<FastifyReply> {
  const nonce = randomBytes(16).toString('base64')
  const document = html.replaceAll(NONCE_MARK, nonce)
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', pagePolicy(services.config, nonce, customer))
    .header('vary', 'accept-encoding, accept-language, cookie')
  if (!/\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(document)
  return reply.header('content-encoding', 'br').send(await brotli(document, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }))
}
