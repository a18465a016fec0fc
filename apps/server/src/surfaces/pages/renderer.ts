import { readFile } from 'node:fs/promises'
import type { CustomerConfiguration, Envelope, LinkState, TagView } from '@sportello/contract'

/** What the web's pages ask the server for while they are rendered; the same questions as the browser's, without the network. */
export interface PageApi {
  getCustomer: (customerCode: string) => Promise<Envelope<CustomerConfiguration>>
  getTag: (customerCode: string, codeTag: string) => Promise<Envelope<TagView>>
  checkConfirmation: (customerCode: string, code: string) => Promise<Envelope<LinkState>>
  checkRecovery: (customerCode: string, code: string) => Promise<Envelope<LinkState>>
}

interface PageRequest {
  /** Path and query. */
  url: string
  api: PageApi
  /** What the visitor would read, best first: the saved choice, then the browser's languages. */
  preferredLanguages: readonly string[]
  savedLanguage: string | null
  /** Handed to the browser with the page. */
  client: { apiBase: string; apiKey: string; sessionCode?: string }
}

/** A page, whole; `nonce` stands in it wherever a script or style of ours does. */
type RenderedPage =
  | { status: number; html: string; cacheable: boolean }
  /** `next`: the step to which the login leads back, null for none; absent where the visitor is not led to a login. */
  | { redirect: string; next?: string | null }

/** The web's half: the built renderer, loaded as an artefact. */
export interface PageRenderer {
  render: (request: PageRequest) => Promise<RenderedPage>
  /** The folder of built files to be served below /assets. */
  assetsFolder: string
  /** Absent where pages are not under test. */
  dashboard?: DashboardFiles
}

/** The operators' half of the web, by the addresses of its files. */
export interface DashboardFiles {
  scriptFile: string
  styleFiles: readonly string[]
  /** The folder of built files to be served below /admin/assets. */
  assetsFolder: string
}

/** Where a response's own nonce goes. */
export const NONCE_MARK = '%NONCE%'

/** The browser's half of a survey, by its source. */
const SURVEY_CHUNK = 'src/visitor/features/survey/survey-cards.tsx'

/** Of the pages to log in on. */
const LOGIN_CHUNK = 'src/visitor/features/account/login.tsx'

const DIST = new URL('../../../../web/dist/', import.meta.url)

interface BuiltRenderer {
  render: (
    request: PageRequest,
    built: { scriptFile: string; preloads: string[]; css: string; surveyPreloads: string[]; loginPreloads: string[]; nonce: string },
  ) => Promise<RenderedPage>
}

interface ManifestEntry {
  file: string
  imports?: string[]
  css?: string[]
  isEntry?: boolean
}

async function readManifest(half: 'client' | 'admin'): Promise<{ manifest: Record<string, ManifestEntry>; entry: ManifestEntry }> {
  const manifest = JSON.parse(await readFile(new URL(`${half}/manifest.json`, DIST), 'utf8')) as Record<string, ManifestEntry>
  const entry = Object.values(manifest).find((each) => each.isEntry)
  if (!entry) throw new Error(`the web’s build holds no entry of ${half}`)
  return { manifest, entry }
}

/** Loads what `npm run build` made. @throws when the web was not built. */
export async function loadRenderer(): Promise<PageRenderer> {
  const { manifest, entry } = await readManifest('client')
  const dashboard = (await readManifest('admin')).entry
  const sheets = Object.values(manifest).flatMap((each) => (each.file.endsWith('.css') ? [each.file] : []))
  const css = (await Promise.all(sheets.map((file) => readFile(new URL(`client/${file}`, DIST), 'utf8')))).join('\n')
  const preloads = (entry.imports ?? []).flatMap((key) => (manifest[key] ? [`/${manifest[key].file}`] : []))
  const preloadOf = (source: string) => (manifest[source] ? [`/${manifest[source].file}`] : [])
  const chunks = { surveyPreloads: preloadOf(SURVEY_CHUNK), loginPreloads: preloadOf(LOGIN_CHUNK) }
  const built = (await import(new URL('server/entry-server.js', DIST).href)) as BuiltRenderer
  return {
    render: (request) => built.render(request, { scriptFile: `/${entry.file}`, preloads, ...chunks, css, nonce: NONCE_MARK }),
    assetsFolder: new URL('client/assets/', DIST).pathname,
    dashboard: {
      scriptFile: `/admin/${dashboard.file}`,
      styleFiles: (dashboard.css ?? []).map((file) => `/admin/${file}`),
      assetsFolder: new URL('admin/assets/', DIST).pathname,
    },
  }
}
