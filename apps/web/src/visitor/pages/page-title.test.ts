import { phrases } from '@sportello/phrases'
import { expect, test } from 'vitest'
import { placeOf } from '../../shared/place.ts'
import type { PageData } from '../page-data.ts'
import { pageDescription, pageTitle } from './page-title.ts'

const page = (path: string, steps: readonly object[] = [], more: object = {}) =>
  ({ place: placeOf(new URL(path, 'http://page.example')), customer: { config: { form_title: 'Comune' } }, steps, failure: null, ...more }) as PageData

test.each<[page: PageData, title: string, why: string]>([
  [page('/comune', [{ tag_type: 'FORM_LANG', tag_description: 'Italiano' }]), 'Comune', 'the form’s own page'],
  [page('/comune/open/buche', [{ tag_description: 'Strade' }, { tag_description: 'Buche' }]), 'Buche – Comune', 'a step'],
  [page('/comune/siteMap'), 'Mappa del modulo – Comune', 'the site map'],
  [page('/comune/validation?code=x'), 'Conferma la richiesta – Comune', 'a mailed link'],
  [page('/comune/receipt'), 'Richiesta inviata – Comune', 'the receipt'],
  [page('/comune/receipt?key=x'), 'Ricevuta della richiesta – Comune', 'the mailed link to the receipt'],
  [page('/comune/open/x', [], { failure: 'notFound' }), 'Siamo spiacenti – Comune', 'a step that does not exist'],
  [page('/notfound', [], { customer: null, failure: 'notFound' }), 'Siamo spiacenti', 'a page without customer'],
])('pageTitle, case %#: the page %j has the title %s', ({ ...shown }, title) => {
  expect(pageTitle(shown, phrases.it.visitor)).toBe(title)
})

test.each<[page: PageData, description: string, why: string]>([
  [page('/comune/open/buche', [{ description: '<p>Le strade</p>' }, { description: '<p>Buche &amp;\n crepe</p><br>' }]), 'Buche & crepe', 'the open step'],
  [page('/comune/open/buche', [{ description: 'Le strade' }, { description: '<p> </p>' }, {}]), 'Le strade', 'the step above'],
  [page('/comune/siteMap', [{ description: 'Le strade' }]), 'Titolo · Sportello', 'a page without steps'],
  [page('/comune', [{ description: 'a'.repeat(200) }]), `${'a'.repeat(159)}…`, 'a long text'],
])('pageDescription, case %#: the page %j has the description %s', ({ ...shown }, description) => {
  const customer = { config: { template_params: { params: { title: 'Titolo', subTitle: 'Sportello' } } } } as unknown as PageData['customer']
  expect(pageDescription({ ...shown, customer }, 'Titolo')).toBe(description)
})
