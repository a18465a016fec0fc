import { phrases } from '@sportello/phrases'
import { expect, test } from 'vitest'
import { placeOf } from '../../shared/paths.ts'
import type { PageData } from '../page-data.ts'
import { pageTitle } from './page-title.ts'

const page = (path: string, steps: readonly object[] = [], more: object = {}) =>
  ({ place: placeOf(new URL(path, 'http://page.example')), customer: { config: { form_title: 'Comune' } }, steps, failure: null, ...more }) as PageData

test.each<[page: PageData, title: string, why: string]>([
  [page('/comune', [{ tag_type: 'FORM_LANG', tag_description: 'Italiano' }]), 'Comune', 'the form’s own page'],
  [page('/comune/open/buche', [{ tag_description: 'Strade' }, { tag_description: 'Buche' }]), 'Buche – Comune', 'a step'],
  [page('/comune/siteMap'), 'Mappa del modulo – Comune', 'the site map'],
  [page('/comune/validation?code=x'), 'Conferma la richiesta – Comune', 'a mailed link'],
  [page('/comune/receipt'), 'Richiesta inviata – Comune', 'the receipt'],
  [page('/comune/open/x', [], { failure: 'notFound' }), 'Siamo spiacenti – Comune', 'a step that does not exist'],
  [page('/notfound', [], { customer: null, failure: 'notFound' }), 'Siamo spiacenti', 'a page without customer'],
])('pageTitle, case %#: the page %j has the title %s', ({ ...shown }, title) => {
  expect(pageTitle(shown, phrases.it.visitor)).toBe(title)
})
