import type { PageData } from '../../page-data.ts'
import { headerOrFooterFields } from './header-footer-fields.ts'

/** A telephone link in the HTML of an author. */
const PHONE = /<a\s[^>]*href="(tel:[^"]+)"[^>]*>([^<]+)<\/a>/

/** Returns the first telephone link in the footer of the page; undefined if the customer names no phone number. */
export function customerPhone(page: PageData): { href: string; text: string } | undefined {
  for (const field of headerOrFooterFields(page, 'FOOTER')) {
    if (field.type !== 'FOOTER') continue
    const { description = '', links = [], colonne = [] } = field.value
    const texts = [description, ...[...colonne.flatMap(({ elems }) => elems), ...links].map(({ textElem }) => textElem)]
    for (const text of texts) {
      const [, href, shown] = PHONE.exec(text) ?? []
      if (href !== undefined && shown !== undefined) return { href, text: shown.trim() }
    }
  }
  return undefined
}
