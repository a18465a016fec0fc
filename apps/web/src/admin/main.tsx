import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { CallError } from '../shared/call-error.ts'
import { allowEmptyHtml } from './empty-html.ts'
import { watchForNewVersion } from './new-version.ts'
import { router } from './router.tsx'
import { Boundary, PartFailure } from './ui/lazy-part.tsx'
import { Toasts } from './ui/toasts.tsx'
import { beginToLoadDraft } from './views/editor/early-draft.ts'
import { WordsProvider } from './words.tsx'
import './styles/index.css'

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // The browser retries an API call only after a network failure or a server error (5xx). It does not retry after a
      // 4xx response, because the server would reject the same call again.
      retry: (failures, error) => failures < 2 && error instanceof CallError && (error.status === 0 || error.status >= 500),
    },
  },
})

allowEmptyHtml()
watchForNewVersion()
beginToLoadDraft()

const root = document.getElementById('dashboard')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <WordsProvider>
          <Boundary failure={<PartFailure />}>
            <RouterProvider router={router} />
          </Boundary>
          <Toasts />
        </WordsProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
}
