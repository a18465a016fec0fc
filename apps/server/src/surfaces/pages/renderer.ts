import { readFile } from 'node:fs/promises'
import type { CustomerConfiguration, Envelope, Language, LinkState, Statement, StatementKind, TagView } from '@sportello/contract'

/** The API calls that a page makes while the server renders it. The calls do not use the network. */
export interface PageApi {
  getCustomer: (customerCode: string) => Promise<Envelope<CustomerConfiguration>>
  getTag: (customerCode: string, codeTag: string) => Promise<Envelope<TagView>>
  getStatement: (customerCode: string, kind: StatementKind, locale: Language) => Promise<Envelope<Statement>>
  checkConfirmation: (customerCode: string, code: string) => Promise<Envelope<LinkState>>
  checkRecovery: (customerCode: string, code: string) => Promise<Envelope<LinkState>>
}

interface PageRequest {
  /** URL path and query of the page that the server renders. */
  url: string
  api: PageApi
  /** The visitor's languages in order of preference: first the saved choice, then the languages of the browser. */
  preferredLanguages: readonly string[]
  savedLanguage: string | null
  /** Settings of the API client, which the rendered page passes to the browser. */
  client: { apiBase: string; apiKey: string; sessionCode?: string }
}

/**
 * A rendered page with `NONCE_MARK` in place of the nonce of each script and style, or a redirect instead of a page.
 */
type RenderedPage =
  | { status: number; html: string; cacheable: boolean }
  /**
   * `next`: the step to which the visitor returns after the login; null for no step; missing if the redirect does not
   * lead to a login.
   */
  | { redirect: string; next?: string | null }

/** The page renderer that the build of the web application produces. The server loads the built file. */
export interface PageRenderer {
  render: (request: PageRequest) => Promise<RenderedPage>
  /** Folder of the web application's built files, which the server serves below /assets. */
  assetsFolder: string
  /** The built HTML page of the dashboard; missing in tests that do not need it. */
  dashboard?: BuiltPage
  /** The built HTML page for reviewers; missing in tests that do not need it. */
  review?: BuiltPage
  /** The built HTML page that shows files; missing in tests that do not need it. */
  viewer?: BuiltPage
}

/** A built HTML page that the browser renders, with the paths of the files that it loads. */
export interface BuiltPage {
  scriptFile: string
  styleFiles: readonly string[]
  /** Folder of the built files that the HTML page loads. */
  assetsFolder: string
}

/**
 * Placeholder for the Content-Security-Policy nonce in cached pages. The server replaces it in each response by a new
 * nonce.
 */
export const NONCE_MARK = '%NONCE%'

/**
 * Names of the script chunks that only some pages load: surveys, logins, and steps with questions. The manifest's keys
 * cannot be used, because a chunk that the build's settings name has no source file there.
 */
const CHUNKS = { survey: 'survey-cards', login: 'login', answering: 'answering' }

/**
 * URL path below which the server serves the files of the page for reviewers. It contains a tilde, which no customer's
 * code contains, so it cannot be the path of a form.
 */
export const REVIEW_BASE = '/~review/'

/** URL path of the page that shows files, and of its own files (apps/web/src/shared/file-viewer.ts). */
export const VIEWER_BASE = '/~viewer/'

const DIST = new URL('../../../../web/dist/', import.meta.url)

interface BuiltRenderer {
  render: (
    request: PageRequest,
    built: { scriptFile: string; preloads: string[]; chunks: Record<keyof typeof CHUNKS, string[]>; css: string; nonce: string },
  ) => Promise<RenderedPage>
}

interface ManifestEntry {
  file: string
  name?: string
  imports?: string[]
  css?: string[]
  isEntry?: boolean
}

async function readManifest(half: 'client' | 'admin' | 'review' | 'viewer'): Promise<{ manifest: Record<string, ManifestEntry>; entry: ManifestEntry }> {
  const manifest = JSON.parse(await readFile(new URL(`${half}/manifest.json`, DIST), 'utf8')) as Record<string, ManifestEntry>
  const entry = Object.values(manifest).find((each) => each.isEntry)
  if (!entry) throw new Error(`the web’s build holds no entry of ${half}`)
  return { manifest, entry }
}

/** Loads the built web application. @throws if the web application was not built, or has no chunk of an expected name. */
export async function loadRenderer(): Promise<PageRenderer> {
  const { manifest, entry } = await readManifest('client')
  const sheets = Object.values(manifest).flatMap((each) => (each.file.endsWith('.css') ? [each.file] : []))
  const css = (await Promise.all(sheets.map((file) => readFile(new URL(`client/${file}`, DIST), 'utf8')))).join('\n')
  const preloads = (entry.imports ?? []).flatMap((key) => (manifest[key] ? [`/${manifest[key].file}`] : []))
  const filesOf = (key: string): string[] => {
    const { file, imports = [] } = manifest[key] ?? {}
    return file === undefined || manifest[key] === entry ? [] : [`/${file}`, ...imports.flatMap(filesOf)]
  }
  const filesNamed = (name: string): string[] => {
    const key = Object.keys(manifest).find((each) => manifest[each]?.name === name && !manifest[each].isEntry)
    if (key === undefined) throw new Error(`the web’s build holds no chunk named ${name}`)
    return filesOf(key)
  }
  const chunks = { survey: filesNamed(CHUNKS.survey), login: filesNamed(CHUNKS.login), answering: filesNamed(CHUNKS.answering) }
  const built = (await import(new URL('server/entry-server.js', DIST).href)) as BuiltRenderer
  return {
    render: (request) => built.render(request, { scriptFile: `/${entry.file}`, preloads, chunks, css, nonce: NONCE_MARK }),
    assetsFolder: new URL('client/assets/', DIST).pathname,
    dashboard: await builtPage('admin', '/admin/'),
    review: await builtPage('review', REVIEW_BASE),
    viewer: await builtPage('viewer', VIEWER_BASE),
  }
}

async function builtPage(half: 'admin' | 'review' | 'viewer', base: string): Promise<BuiltPage> {
  const { file, css = [] } = (await readManifest(half)).entry
  return { scriptFile: base + file, styleFiles: css.map((each) => base + each), assetsFolder: new URL(`${half}/assets/`, DIST).pathname }
}
