import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import { type KnownSetting, numberSetting } from '@sportello/contract'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { assetFiles, managedAssets } from './catalogue/assets/index.ts'
import { customerFiles, managedCustomers } from './catalogue/customers/index.ts'
import { ownWordsOf } from './catalogue/customers/rules.ts'
import { managedSettings } from './catalogue/settings/index.ts'
import { managedDestinations, ticketStateRoutes } from './delivery/destinations/index.ts'
import { managedMailCalls } from './delivery/mail/index.ts'
import { managedPeople, visitorAccounts } from './entrance/accounts/index.ts'
import { captchaRoutes } from './entrance/captcha/index.ts'
import { managedRouting } from './entrance/routing/index.ts'
import { managedSessions, visitorSessions } from './entrance/sessions/index.ts'
import { entryRoutes } from './entrance/sso/index.ts'
import { requireOperator } from './management/operator-session.ts'
import { apiError } from './platform/http/api-error.ts'
import { requireApiKey } from './platform/http/api-key.ts'
import { CLOSED_POLICY } from './platform/http/closed-policy.ts'
import { isSecure } from './platform/http/cookie-name.ts'
import { answerClientError, answerError, installErrorHandler, installPageErrorHandler } from './platform/http/error-handler.ts'
import { limitCalls } from './platform/http/limit-calls.ts'
import { shedLoad } from './platform/http/overload.ts'
import { replayAnswers } from './platform/http/replay.ts'
import { logDeniedRequests } from './platform/http/security-log.ts'
import { guardSlowRequest } from './platform/http/slow-request-guard.ts'
import { traceRequests } from './platform/http/spans.ts'
import { exportLine } from './platform/telemetry/log-export.ts'
import { visitorRequests } from './requests/requests/index.ts'
import type { Services } from './services.ts'
import { beaconRoutes, managedVisits } from './surfaces/analytics/index.ts'
import { apiReference } from './surfaces/api-reference/index.ts'
import { managedAuthoring } from './surfaces/authoring/index.ts'
import { managedDocuments, managedTables } from './surfaces/bundle/index.ts'
import { demonstrationChat, visitorChat } from './surfaces/chat/index.ts'
import { visitorFollowUps } from './surfaces/follow-up/index.ts'
import { health } from './surfaces/health/health.ts'
import { managedHealth } from './surfaces/health/index.ts'
import { managedHome } from './surfaces/home/index.ts'
import { managedImpact } from './surfaces/impact/index.ts'
import { managedRequestCalls } from './surfaces/managed-requests/index.ts'
import { managedOperatorCalls, operatorEntryRoutes, signInRoutes } from './surfaces/operators/index.ts'
import { dashboardPages } from './surfaces/pages/dashboard.ts'
import { visitorPages } from './surfaces/pages/index.ts'
import type { PageRenderer } from './surfaces/pages/renderer.ts'
import { reviewPage } from './surfaces/pages/review-page.ts'
import { viewerPage } from './surfaces/pages/viewer-page.ts'
import { managedPersonalData } from './surfaces/personal-data/index.ts'
import { operatorsPreviews, visitorPreviews } from './surfaces/previews/index.ts'
import { visitorReceipts } from './surfaces/receipts/index.ts'
import { managedReviews, reviews } from './surfaces/reviews/index.ts'
import { visitorDrafts } from './surfaces/saved-drafts/index.ts'
import { managedSearch } from './surfaces/search/index.ts'
import { managedTranslations } from './surfaces/translations/index.ts'
import { visitorForm } from './surfaces/visitor-form/index.ts'

const JSON_BODY_BYTES = 1_048_576
/**
 * How many times the rate limit of API calls the rate limit of static files is. The limit of files is higher because
 * the first page load fetches scripts, styles and pictures.
 */
const FILES_PER_CALL = 4

/**
 * Maximum time in milliseconds in which each part of the server must start. Fastify's ten seconds are too few if several
 * processes start at once on a busy machine: a process then ended instead of starting later.
 */
const START_MS = 120_000

/** Assembles the server. It does not listen on a port: `main.ts` opens the port, tests inject requests. */
export async function buildApp(services: Services, renderer: PageRenderer): Promise<FastifyInstance> {
  const app = Fastify({
    logger: {
      level: services.config.logLevel,
      // Writes the log to stdout directly instead of through pino's own stream, whose errors would end the process.
      stream: {
        write(line: string) {
          process.stdout.write(line)
          exportLine(line)
        },
      },
      // Log lines contain only the route and an id, because URLs, queries and headers may contain codes and personal
      // data.
      serializers: { req: (request) => ({ method: request.method, route: request.routeOptions?.url ?? '' }), res: (reply) => ({ status: reply.statusCode }) },
    },
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: services.config.logLevel !== 'debug' }),
    bodyLimit: JSON_BODY_BYTES,
    // Visitors can forge the left part of `X-Forwarded-For`. The server therefore takes the rightmost address that is
    // not a trusted proxy as the visitor's address.
    trustProxy: services.config.trustedProxies.length > 0 && [...services.config.trustedProxies],
    routerOptions: { maxParamLength: 128 },
    pluginTimeout: START_MS,
    connectionTimeout: 0,
    requestTimeout: 200_000,
    keepAliveTimeout: 10_000,
    forceCloseConnections: 'idle',
    // During shutdown, the server still answers requests on open connections, and adds the header `Connection: close`.
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    // Sends an error response to requests whose URL cannot be decoded, because Fastify finds no route for them.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  })
  app.server.headersTimeout = 10_000
  installErrorHandler(app, async ({ params }) => {
    const { customerCode } = params as { customerCode?: unknown }
    const customer = typeof customerCode === 'string' ? await services.catalog.cached(customerCode) : undefined
    return customer ? ownWordsOf(customer) : null
  })
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: CLOSED_POLICY },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: isSecure(services.config),
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
  await app.register(cookie)
  traceRequests(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    guardSlowRequest(request.raw, reply.raw)
    if (services.drain.begun) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: String(reply.statusCode) }
    services.metrics.httpSeconds.observe(labels, reply.elapsedTime / 1_000)
  })
  logDeniedRequests(app, services.config)
  const isOverloaded = shedLoad(app, services.database)
  replayAnswers(app, services, isOverloaded)
  health(app, services)
  await app.register((api) => visitorApi(api, services), { prefix: `/${services.config.serviceName}/rs/v2` })
  await app.register((shown) => pagesAndFiles(shown, services, renderer))
  return app
}

async function pagesAndFiles(app: FastifyInstance, services: Services, renderer: PageRenderer): Promise<void> {
  // The server serves static files even if the database is unavailable. Their rate limit therefore comes from the
  // settings in memory, which the server read last.
  await limitCalls(app, async () => FILES_PER_CALL * numberSetting(services.catalog.cachedSettings, 'calls_per_minute'))
  installPageErrorHandler(app)
  assetFiles(app, services)
  customerFiles(app, services)
  await demonstrationChat(app, services.config)
  const { dashboard, review, viewer } = renderer
  if (dashboard) await app.register((pages) => dashboardPages(pages, services, dashboard))
  if (review) await app.register((pages) => reviewPage(pages, services, review))
  if (viewer) await app.register((pages) => viewerPage(pages, viewer))
  await app.register((pages) => visitorPages(pages, services, renderer))
}

async function visitorApi(api: FastifyInstance, services: Services): Promise<void> {
  await api.register(async (open) => {
    await limitBySetting(open, services, 'calls_per_minute')
    apiReference(open, services)
    entryRoutes(open, services)
    operatorEntryRoutes(open, services)
    await open.register(async (closing) => beaconRoutes(closing, services))
    await open.register(async (signed) => ticketStateRoutes(signed, services))
  })
  await api.register(async (open) => {
    await limitBySetting(open, services, 'captchas_per_minute')
    captchaRoutes(open, services)
  })
  await api.register(async (keyed) => {
    await limitBySetting(keyed, services, 'calls_per_minute')
    keyed.addHook('onRequest', requireApiKey(services.config.apiKey))
    visitorForm(keyed, services)
    visitorRequests(keyed, services)
    visitorReceipts(keyed, services)
    visitorDrafts(keyed, services)
    visitorFollowUps(keyed, services)
    visitorPreviews(keyed, services)
    reviews(keyed, services)
    visitorChat(keyed, services)
    visitorSessions(keyed, services)
    signInRoutes(keyed, services)
    await keyed.register(async (managed) => {
      managed.addHook('onRequest', requireOperator(services))
      managed.addHook('onSend', async ({ method }, reply) => {
        if (method !== 'GET' && reply.statusCode < 400) await services.catalog.catchUp().catch(() => {})
      })
      managedOperatorCalls(managed, services)
      managedHealth(managed, services)
      managedHome(managed, services)
      managedImpact(managed, services)
      managedVisits(managed, services)
      managedSearch(managed, services)
      managedSettings(managed, services)
      managedCustomers(managed, services)
      managedAssets(managed, services)
      managedPeople(managed, services)
      managedRouting(managed, services)
      managedSessions(managed, services)
      managedRequestCalls(managed, services)
      managedPersonalData(managed, services)
      managedMailCalls(managed, services)
      managedDestinations(managed, services)
      managedAuthoring(managed, services)
      managedTranslations(managed, services)
      operatorsPreviews(managed, services)
      managedReviews(managed, services)
      managedDocuments(managed, services)
      managedTables(managed, services)
    })
    visitorAccounts(keyed, services)
    keyed.all('/*', async () => {
      throw apiError('http_not_found')
    })
  })
}

/** Limits the number of API calls per minute from one network address to the value of a system setting. */
function limitBySetting(app: FastifyInstance, services: Services, setting: KnownSetting): Promise<void> {
  return limitCalls(app, async () => numberSetting(await services.catalog.settings(), setting))
}
