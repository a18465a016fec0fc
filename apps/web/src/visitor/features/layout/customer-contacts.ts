import { readTenantHtml } from '@sportello/fields/react'
import type { PageData } from '../../page-data.ts'
import { headerOrFooterFields } from './header-footer-fields.ts'

interface Contact {
  href: string
  text: string
}

/** Returns the first telephone link in the footer of the page; undefined if the customer names no phone number. Runs only in browsers. */
export function customerPhone(page: PageData): Contact | undefined {
  return firstLink(page, 'tel:')
}

/** Returns the first e-mail link in the footer of the page, with its address as text; undefined if there is none. Runs only in browsers. */
export function customerMail(page: PageData): Contact | undefined {
  const link = firstLink(page, 'mailto:')
  return link && { ...link, text: decodeURIComponent(link.href.slice('mailto:'.length).replace(/\?.*/, '')) }
}

function firstLink(page: PageData, scheme: string): Contact | undefined {
  for (const field of headerOrFooterFields(page, 'FOOTER')) {
    if (field.type !== 'FOOTER') continue
    const { description = '', links = [], colonne = [] } = field.value
    const texts = [description, ...[...colonne.flatMap(({ elems }) => elems), ...links].map(({ textElem }) => textElem)]
    for (const text of texts) {
      const link = readTenantHtml(text).querySelector<HTMLAnchorElement>(`a[href^="${scheme}"]`)
      if (link) return { href: link.href, text: link.textContent.trim() }
    }
  }
  return undefined
}
