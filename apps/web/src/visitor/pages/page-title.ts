import type { VisitorPhrases } from '@sportello/phrases'
import type { Place } from '../../shared/place.ts'
import type { PageData } from '../page-data.ts'

/**
 * For each kind of page, the key of the phrase that names the page in the document's title. Null if the title consists
 * only
 * of the customer's name.
 */
const NAME_OF: { [K in Place['kind']]: keyof VisitorPhrases | null } = {
  form: null,
  siteMap: 'mappa_titolo',
  validation: 'conferma_richiesta_titolo',
  receipt: 'richiesta_inviata',
  resume: null,
  followUp: 'pagina_richiesta',
  statement: null,
  login: 'accedi',
  tokenLogin: 'accedi',
  notFound: 'spiacenti',
  unauthorized: 'spiacenti',
  notSupported: 'non_supportato_titolo',
  maintenance: 'manutenzione_titolo',
  authError: 'link_non_valido_titolo',
  error: 'errore_richiesta_titolo',
  surveyCompiled: 'sondaggio_compilato_titolo',
}

/** Number of characters of a description that search engines show. */
const DESCRIPTION = 160

/**
 * Returns the description of the page for search engines and previews of links: the description of the open step or of
 * the steps above it, otherwise the title of the form and the subtitle of its template.
 */
export function pageDescription({ place, customer, steps }: PageData, title: string): string {
  const said = place.kind === 'form' ? steps.findLast(({ description }) => description !== undefined && plainText(description) !== '')?.description : undefined
  const { title: own, subTitle } = (customer?.config.template_params.params ?? {}) as { title?: unknown; subTitle?: unknown }
  const others = [title, ...[own, subTitle].filter((each): each is string => typeof each === 'string')]
  const text = plainText(said ?? [...new Set(others)].join(' · '))
  return text.length > DESCRIPTION ? `${text.slice(0, DESCRIPTION - 1).trimEnd()}…` : text
}

/** Removes the tags of authors' HTML, and white space that browsers do not show. */
const plainText = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Returns the document title: first the page or step, then the customer (WCAG 2.4.2). */
export function pageTitle({ place, customer, steps, failure }: PageData, words: VisitorPhrases): string {
  const step = steps.at(-1)
  // A language step is not named in the title, because it is the start of the form.
  const stepName = place.kind === 'form' && step !== undefined && step.tag_type !== 'FORM_LANG' ? step.tag_description : null
  const ownName =
    place.kind === 'receipt' && place.key !== null
      ? 'ricevuta'
      : place.kind === 'statement'
        ? (`${place.statement === 'privacy' ? 'privacy' : 'accessibilita'}_titolo` as const)
        : NAME_OF[place.kind]
  const key = failure === null ? ownName : failure === 'notFound' ? 'spiacenti' : 'errore_verificato'
  const name = key === null ? stepName : words[key]
  return [name, customer?.config.form_title].filter((part) => part != null && part !== '').join(' – ') || words.spiacenti
}
