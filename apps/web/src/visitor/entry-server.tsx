import regularFont from '@fontsource/titillium-web/files/titillium-web-latin-400-normal.woff2?url'
import boldFont from '@fontsource/titillium-web/files/titillium-web-latin-600-normal.woff2?url'
import { isLanguage, type Language, lookNamed } from '@sportello/contract'
import sprite from '@sportello/fields/icon-sprite?raw'
import { IconAddressContext } from '@sportello/fields/react'
import { phrases } from '@sportello/phrases'
import italiaTokens from 'design-tokens-italia/dist/css/variables.css?inline'
import { renderToString } from 'react-dom/server'
import type { Api, ClientSettings } from '../shared/call.ts'
import { languageOr, WordsProvider } from '../shared/phrase.tsx'
import { placeOf } from '../shared/place.ts'
import { recordEarlyInput } from './early-input.ts'
import Login from './features/account/login.tsx'
import { LoginViewProvider } from './features/account/login-view.ts'
import { brandStyle } from './features/layout/brand-style.ts'
import { searchesInHeader } from './features/layout/templates/template-name.ts'
import { usedTokens } from './features/layout/used-tokens.ts'
import Survey from './features/survey/survey-cards.tsx'
import { SurveyViewProvider } from './features/survey/survey-view.ts'
import answering from './features/wizard/answering.tsx'
import { AnsweringProvider, needsAnswering } from './features/wizard/answering-context.tsx'
import { collapseBreadcrumb } from './features/wizard/collapse-breadcrumb.ts'
import { loadPage, withCache } from './load-page.ts'
import { NavigationProvider } from './navigation.tsx'
import { withOwnWords } from './own-words.ts'
import type { CustomerData, PageData } from './page-data.ts'
import { addressInPage, iconsOfPage } from './page-icons.ts'
import { isLoginPlace, isSidePage, isSurveyPage } from './page-kind.ts'
import { type PageSettings, PageSettingsProvider } from './page-settings.ts'
import { CurrentPage } from './pages/current-page.tsx'
import { pageDescription, pageTitle } from './pages/page-title.ts'
import sidePages from './pages/side-pages.tsx'
import { SidePagesProvider } from './pages/side-pages-context.ts'
import { preloadAfterFirstPaint } from './preload-after-first-paint.ts'
import answeringCss from './styles/answering.css?inline'
import headerTemplatesCss from './styles/header-templates.css?inline'
import italiaCss from './styles/italia.css?inline'
import loginCss from './styles/login.css?inline'
import receiptCss from './styles/receipt.css?inline'
import siteMapCss from './styles/site-map.css?inline'
import surveyCss from './styles/survey.css?inline'
import { hasDarkTheme, setFirstTheme, THEME_KEY } from './theme.ts'

interface PageRequest {
  url: string
  api: Api
  preferredLanguages: readonly string[]
  savedLanguage: string | null
  client: ClientSettings
}

interface Built {
  scriptFile: string
  preloads: readonly string[]
  /** Further files that the browser preloads on some pages, keyed by the part of the code that they contain. */
  chunks: Readonly<Record<'survey' | 'login' | 'answering', readonly string[]>>
  css: string
  nonce: string
}

type RenderedPage = { status: number; html: string; cacheable: boolean } | { redirect: string; next?: string | null }

/** Renders the first page of a visit as a complete HTML document, with the data that hydration needs. */
export async function render(request: PageRequest, built: Built): Promise<RenderedPage> {
  const place = placeOf(new URL(request.url, 'http://page.invalid'))
  const page = await loadPage(withCache(request.api), place, { preferred: request.preferredLanguages, saved: request.savedLanguage })
  if (page.redirect !== null) return { redirect: page.redirect, ...(page.next !== undefined && { next: page.next }) }
  const { customer } = page
  const language = customer?.language ?? languageOr(request.preferredLanguages.find(isLanguage))
  const { visitor, issues, account, chat, saved, statements, follow } = phrases[language]
  const isLogin = isLoginPlace(place)
  const asks = needsAnswering(page.steps)
  const words = withOwnWords(
    {
      language,
      visitor,
      // A page without questions gets the messages together with the code for questions.
      ...((asks || place.kind !== 'form' || isSurveyPage(page)) && { issues }),
      ...(isLogin && { account }),
      ...(customer?.config.live_chat_params && { chat }),
      // A link may have been mailed before the author switched this off.
      ...((customer?.config.save_and_resume || place.kind === 'resume') && { saved }),
      ...(place.kind === 'statement' && { statements }),
      ...(place.kind === 'followUp' && { follow }),
    },
    customer?.config.custom_loc_strings ?? null,
  )
  const settings: PageSettings = { ...request.client, ...(customer && { formVersion: customer.config.version }), languages: request.preferredLanguages, words }
  const shownIcons = new Set<string>()
  const body = renderToString(
    <PageSettingsProvider value={settings}>
      <WordsProvider words={settings.words}>
        <SurveyViewProvider value={isSurveyPage(page) ? Survey : null}>
          <LoginViewProvider value={isLogin ? Login : null}>
            <SidePagesProvider value={isSidePage(page) ? sidePages : null}>
              <AnsweringProvider initial={asks ? answering : null} load={async () => ({ answering, css: answeringCss })}>
                <NavigationProvider initial={page} load={noNavigation}>
                  <IconAddressContext value={addressInPageOf(shownIcons)}>
                    <CurrentPage />
                  </IconAddressContext>
                </NavigationProvider>
              </AnsweringProvider>
            </SidePagesProvider>
          </LoginViewProvider>
        </SurveyViewProvider>
      </WordsProvider>
    </PageSettingsProvider>,
  )
  const parts = builtFor(page, built)
  const title = pageTitle(page, words.visitor)
  const icons = iconsOfPage(shownIcons, sprite)
  const html = documentOf({ built: parts, icons, body, language, customer, pageData: { settings, page }, title, description: pageDescription(page, title) })
  return { status: STATUS[page.failure ?? 'none'], html, cacheable: page.failure === null }
}

/** Returns a function that gives the address of an icon in the page, and remembers the icon. */
const addressInPageOf = (shown: Set<string>) => (shape: string) => {
  shown.add(shape)
  return addressInPage(shape)
}

/** Navigations exist only in the browser. */
const noNavigation = () => Promise.reject(new Error('the server does not navigate'))

/** Adds the styles and files that this page needs, but not all pages. */
function builtFor(page: PageData, built: Built): Built {
  const asks = needsAnswering(page.steps)
  const isLogin = isLoginPlace(page.place)
  const isSurvey = isSurveyPage(page)
  const isSide = isSidePage(page)
  const css = [
    asks || isLogin || page.place.kind === 'resume' ? answeringCss : '',
    built.css,
    page.customer && searchesInHeader(page.customer.config) ? headerTemplatesCss : '',
    isLogin ? loginCss : '',
    isSurvey ? surveyCss : '',
    isSide ? siteMapCss : '',
    isSide || page.place.kind === 'receipt' ? receiptCss : '',
  ].join('')
  const files = [...(isLogin ? built.chunks.login : []), ...(isSurvey ? built.chunks.survey : []), ...(asks ? built.chunks.answering : [])]
  return { ...built, css, preloads: [...new Set([...built.preloads, ...files])] }
}

const STATUS = { none: 200, notFound: 404, unavailable: 503, session: 403, forbidden: 403, languages: 503 } as const

interface DocumentParts {
  built: Built
  /** The icons that the page shows. */
  icons: string
  body: string
  language: Language
  customer: CustomerData | null
  title: string
  description: string
  pageData: { settings: PageSettings; page: PageData }
}

/** Loads the fonts of the look "italia" before the first paint. Without this, browsers would paint text in the fallback font first. */
const FONTS = [regularFont, boldFont].map((file) => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`).join('')

/** Style of the look "italia". */
const italiaStyle = `@layer tokens{${usedTokens(italiaCss, italiaTokens)}}${italiaCss}`

/**
 * Hides the page until the first script after it arrives: the one that collapses a long breadcrumb, or the page's data.
 * Otherwise slow devices would paint parts of it, and the footer and icons would move when the next part arrives. Browsers
 * may paint between two scripts: a page that waited for the second one was painted a frame later. `<link rel="expect"
 * blocking="render">` does the same, but delays the first paint by 40 ms on a slow phone. A page whose rest does not arrive
 * is shown after five seconds.
 */
const HIDE_PART = '#page:not(:has(~script)){visibility:hidden;animation:shown 0s 5s forwards}@keyframes shown{to{visibility:visible}}'

function documentOf({ built, icons, body, language, customer, title, description, pageData }: DocumentParts): string {
  const { nonce, css, scriptFile, preloads } = built
  const favicon = customer?.config.favicon
  // The rules with the customer's colours come after the shared CSS rules.
  const brand = customer ? brandStyle(customer.config) : ''
  const look = customer && lookNamed(customer.config.template_params.params) === 'italia' ? italiaStyle : ''
  const fonts = look === '' ? '' : FONTS
  const theme = customer === null || hasDarkTheme(customer.config) ? `(${setFirstTheme})(${JSON.stringify(THEME_KEY)});` : ''
  // Only pages with a breadcrumb that can be collapsed contain the script that collapses it. The script makes the browser
  // stop and lay out the page, which delayed the first page of a form by 7 % on a slow phone.
  const collapse = body.includes('crumb-more') ? `<script nonce="${nonce}">(${collapseBreadcrumb})()</script>` : ''
  const modules = preloads.length === 0 ? '' : `<script nonce="${nonce}">(${preloadAfterFirstPaint})(${JSON.stringify(preloads)},"${nonce}")</script>`
  return `<!doctype html><html lang="${language}" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><meta name="description" content="${escapeHtml(description)}">${
    favicon ? `<link rel="icon" href="${escapeHtml(favicon)}">` : DEFAULT_FAVICON
  }<meta name="referrer" content="no-referrer"><meta property="csp-nonce" nonce="${nonce}">${fonts}<style nonce="${nonce}">${HIDE_PART}${css}${look}${brand}</style>${ownStyle(customer)}<script nonce="${nonce}">${theme}(${recordEarlyInput})()</script></head><body><noscript><p class="preview-notice" role="alert">${escapeHtml(phrases[language].document.senza_javascript)}</p></noscript>${icons}<div id="page">${body}</div>${collapse}<script type="application/json" id="page-data">${dataOf(pageData)}</script>${modules}<script type="module" src="${scriptFile}" nonce="${nonce}"></script></body></html>`
}

/** The JSON texts of the product's phrases. All pages contain them, so they are written once. */
const phrasesAsJson = new WeakMap<object, string>()

function phrasesJson(texts: object): string {
  const known = phrasesAsJson.get(texts) ?? scriptJson(texts)
  phrasesAsJson.set(texts, known)
  return known
}

/** Writes JSON for a script element. `<` is escaped, so that a customer's text cannot end the element. */
const scriptJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** Writes the data that hydration needs. */
function dataOf({ settings: { words, ...settings }, page }: DocumentParts['pageData']): string {
  const texts = Object.entries(words).map(([name, value]) => `${JSON.stringify(name)}:${typeof value === 'object' ? phrasesJson(value) : scriptJson(value)}`)
  return `{"settings":{${scriptJson(settings).slice(1, -1)},"words":{${texts.join(',')}}},"page":${scriptJson(page)}}`
}

/** The product's default favicon, a drawing of an office counter window. */
const DEFAULT_FAVICON = `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><rect width='16' height='16' rx='4' fill='#1f4f8f'/><path d='M4 11V6a4 4 0 0 1 8 0v5M3 12h10' fill='none' stroke='#fff' stroke-width='1.5' stroke-linecap='round'/></svg>")}">`

/**
 * Returns the link element for the customer's own style sheet. Its rules belong to the last CSS cascade layer. The
 * server
 * provides the URL of the file.
 */
function ownStyle(customer: CustomerData | null): string {
  const address = customer?.config.template_params.params.answer_css
  return typeof address === 'string' && /^\/assets\/tenant\/[\w/.-]+$/.test(address) ? `<link rel="stylesheet" href="${address}">` : ''
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
