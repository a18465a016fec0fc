import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { browserApi } from '../shared/call.ts'
import { WordsProvider } from '../shared/phrase.tsx'
import { type PageData, remembering } from './load-page.ts'
import { NavigationProvider } from './navigation.tsx'
import { type PageSettings, PageSettingsProvider } from './page-settings.ts'
import { CurrentPage } from './pages/current-page.tsx'
import './styles/index.css'

const root = document.getElementById('page')
const data = document.getElementById('page-data')
if (root && data) {
  const { settings, page } = JSON.parse(data.textContent ?? '{}') as { settings: PageSettings; page: PageData }
  const api = remembering(
    browserApi(settings, () => settings.words.language),
    page,
  )
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <PageSettingsProvider value={settings}>
          <WordsProvider words={settings.words}>
            <NavigationProvider initial={page} api={api}>
              <CurrentPage />
            </NavigationProvider>
          </WordsProvider>
        </PageSettingsProvider>
      </StrictMode>,
    )
  })
}
