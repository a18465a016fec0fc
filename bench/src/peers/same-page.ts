import { createElement, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** A page with given markup. React hydrates it without a form engine, data or translations. */
function SamePage({ markup }: { markup: string }) {
  useEffect(() => void performance.mark('hydrated'), [])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the product's own page, already in the document
  return createElement('div', { style: { display: 'contents' }, dangerouslySetInnerHTML: { __html: markup } })
}

const root = document.getElementById('page')
if (root) hydrateRoot(root, createElement(SamePage, { markup: root.firstElementChild?.innerHTML ?? '' }))
