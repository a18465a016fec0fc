import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { browserApi } from '../shared/call.ts'
import { WordsProvider } from '../shared/phrase.tsx'
import { applyEarlyInput } from './early-input.ts'
import { reportHeight } from './embedded.ts'
import { LoginViewProvider } from './features/account/login-view.ts'
import { SurveyViewProvider } from './features/survey/survey-view.ts'
import { AnsweringProvider, needsAnswering } from './features/wizard/answering-context.tsx'
import { isLoginPlace, isSurveyPage, withCache } from './load-page.ts'
import { NavigationProvider } from './navigation.tsx'
import type { PageData } from './page-data.ts'
import { type PageSettings, PageSettingsProvider } from './page-settings.ts'
import { CurrentPage } from './pages/current-page.tsx'
import { isSidePlace, SidePagesProvider } from './pages/side-pages-context.ts'
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
  const api = withCache(
    browserApi(settings, () => settings.words.language),
    page,
  )
  // If the code of the survey view cannot be loaded, the page shows the survey in the same way as any other form.
  const survey = isSurveyPage(page) ? await loadSurvey().catch(() => null) : null
  const login = isLoginPlace(page.place) ? await loadLogin().catch(() => null) : null
  const answering = needsAnswering(page.steps) ? await loadAnswering().catch(() => null) : null
  const side = isSidePlace(page.place) ? await loadSidePages().catch(() => null) : null
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <PageSettingsProvider value={settings}>
          <WordsProvider words={settings.words}>
            <SurveyViewProvider value={survey}>
              <LoginViewProvider value={login}>
                <SidePagesProvider value={side}>
                  <AnsweringProvider initial={answering} load={loadAnswering}>
                    <NavigationProvider initial={page} api={api}>
                      <HydratedPage root={root} prefetch={answering === null}>
                        <CurrentPage />
                      </HydratedPage>
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

/** The page after hydration. When it is first rendered, it repeats the input that the visitor made before hydration. */
function HydratedPage({ root, prefetch, children }: { root: HTMLElement; prefetch: boolean; children: ReactNode }) {
  useEffect(() => void applyEarlyInput(root), [root])
  // The next steps probably ask questions. Loads their code while the visitor reads, so that these steps open without a
  // delay, and even if the connection is lost in the meantime.
  useEffect(() => {
    if (prefetch) setTimeout(() => void loadAnswering().catch(() => {}), PREFETCH_DELAY_MS)
  }, [prefetch])
  return children
}
