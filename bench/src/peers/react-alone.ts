import { createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'

// The smallest script that hydrates a page.
hydrateRoot(document.body, createElement('p'))
