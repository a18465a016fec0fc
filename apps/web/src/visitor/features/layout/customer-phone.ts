import { readTenantHtml } from '@sportello/fields/react'
import type { PageData } from '../../page-data.ts'
import { headerOrFooterFields } from './header-footer-fields.ts'

/** Returns the first telephone link in the footer of the page; undefined if the customer names no phone number. Runs only in browsers. */
export function customerPhone(page: PageData): { href: string; text: string } | undefined {
  for (const field of headerOrFooterFields(page, 'FOOTER')) {
    if (field.type !== 'FOOTER') continue
    const { description = '', links = [], colonne = [] } = field.value
    const texts = [description, ...[...colonne.flatMap(({ elems }) => elems), ...links].map(({ textElem }) => textElem)]
    for (const text of texts) {
      const link = readTenantHtml(text).querySelector<HTMLAnchorElement>('a[href^="tel:"]')
      if (link) return { href: link.href, text: link.textContent.trim() }
    }
  }
  return undefined
}
