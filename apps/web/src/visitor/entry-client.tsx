import { IconAddressContext } from '@sportello/fields/react'
import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { WordsProvider } from '../shared/phrase.tsx'
import { applyEarlyInput } from './early-input.ts'
import { reportHeight } from './embedded.ts'
import { LoginViewProvider } from './features/account/login-view.ts'
import { SurveyViewProvider } from './features/survey/survey-view.ts'
import { AnsweringProvider, type LoadedAnswering, needsAnswering } from './features/wizard/answering-context.tsx'
import { NavigationProvider } from './navigation.tsx'
import type { LoadNextPage } from './next-page.ts'
import type { PageData } from './page-data.ts'
import { addressOfIcon, prefetchIcons } from './page-icons.ts'
import { isLoginPlace, isSidePage, isSurveyPage } from './page-kind.ts'
import { type PageSettings, PageSettingsProvider } from './page-settings.ts'
import { CurrentPage } from './pages/current-page.tsx'
import { SidePagesProvider } from './pages/side-pages-context.ts'
import './styles/index.css'

const loadSurvey = () => import('./features/survey/survey-cards.tsx').then((chunk) => chunk.default)
const loadSidePages = () => import('./pages/side-pages.tsx').then((chunk) => chunk.default)
const loadAnswering = () => import('./features/wizard/answering.tsx').then((chunk) => chunk.default)
const loadLogin = () => import('./features/account/login.tsx').then((chunk) => chunk.default)

/** Gives the first page's own files and its hydration the whole connection. */
const PREFETCH_DELAY_MS = 500

const root = document.getElementById('page')
const data = document.getElementById('page-data')
reportHeight()
if (root && data) void takeOver(root, data)

async function takeOver(root: HTMLElement, data: HTMLElement): Promise<void> {
  const { settings, page } = JSON.parse(data.textContent ?? '{}') as { settings: PageSettings; page: PageData }
  const loadLateAnswering = async (): Promise<LoadedAnswering> => {
    const own = page.customer?.config.custom_loc_strings ?? null
    const [answering, styles, issues] = await Promise.all([
      loadAnswering(),
      import('./features/wizard/answering-styles.ts'),
      import('./features/wizard/late-issues.ts').then(({ loadIssues }) => loadIssues(settings.words, own)),
    ])
    // No message is shown before, and each one reads the words when it is shown.
    settings.words.issues = issues
    return { answering, css: styles.default }
  }
  let loader: LoadNextPage | undefined
  const loadNavigation = async () => {
    loader ??= (await import('./next-page.ts')).default(settings, page)
    return loader
  }
  // If the code of the survey view cannot be loaded, the page shows the survey in the same way as any other form.
  const survey = isSurveyPage(page) ? await loadSurvey().catch(() => null) : null
  const login = isLoginPlace(page.place) ? await loadLogin().catch(() => null) : null
  const answering = needsAnswering(page.steps) ? await loadAnswering().catch(() => null) : null
  const side = isSidePage(page) ? await loadSidePages().catch(() => null) : null
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <PageSettingsProvider value={settings}>
          <WordsProvider words={settings.words}>
            <SurveyViewProvider value={survey}>
              <LoginViewProvider value={login}>
                <SidePagesProvider value={side}>
                  <AnsweringProvider initial={answering} load={loadLateAnswering}>
                    <NavigationProvider initial={page} load={loadNavigation}>
                      <IconAddressContext value={addressOfIcon}>
                        <HydratedPage root={root} loadNavigation={loadNavigation} prefetch={answering === null ? loadLateAnswering : null}>
                          <CurrentPage />
                        </HydratedPage>
                      </IconAddressContext>
                    </NavigationProvider>
                  </AnsweringProvider>
                </SidePagesProvider>
              </LoginViewProvider>
            </SurveyViewProvider>
          </WordsProvider>
        </PageSettingsProvider>
      </StrictMode>,
    )
  })
}

interface HydratedPageProps {
  root: HTMLElement
  loadNavigation: () => Promise<LoadNextPage>
  /** Loads the code for questions; null if the page has questions, so that it was loaded before. */
  prefetch: (() => Promise<unknown>) | null
  children: ReactNode
}

/** The page after hydration. When it is first rendered, it repeats the input that the visitor made before hydration. */
function HydratedPage({ root, loadNavigation, prefetch, children }: HydratedPageProps) {
  useEffect(() => void applyEarlyInput(root), [root])
  // Almost every visit goes to a second page.
  useEffect(() => void loadNavigation().catch(() => {}), [loadNavigation])
  // The next steps probably ask questions. Loads their code while the visitor reads, so that these steps open without a
  // delay, and even if the connection is lost in the meantime.
  useEffect(() => void setTimeout(prefetchIcons, PREFETCH_DELAY_MS), [])
  useEffect(() => {
    if (prefetch) setTimeout(() => void prefetch().catch(() => {}), PREFETCH_DELAY_MS)
  }, [prefetch])
  return children
}
