import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ReviewPage } from './review-page.tsx'
import { ReviewWordsProvider } from './review-words.tsx'
import '../admin/styles/tokens.css'
import '../admin/styles/buttons.css'
import '../admin/styles/fields.css'
import '../admin/styles/notices.css'
import './review.css'

const root = document.getElementById('review')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <ReviewWordsProvider>
        <ReviewPage />
      </ReviewWordsProvider>
    </StrictMode>,
  )
}
