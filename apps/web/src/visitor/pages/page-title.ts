import type { VisitorPhrases } from '@sportello/phrases'
import type { Place } from '../../shared/paths.ts'
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

/** Returns the document title: first the page or step, then the customer (WCAG 2.4.2). */
export function pageTitle({ place, customer, steps, failure }: PageData, words: VisitorPhrases): string {
  const step = steps.at(-1)
  // A language step is not named in the title, because it is the start of the form.
  const stepName = place.kind === 'form' && step !== undefined && step.tag_type !== 'FORM_LANG' ? step.tag_description : null
  const key = failure === null ? NAME_OF[place.kind] : failure === 'notFound' ? 'spiacenti' : 'errore_verificato'
  const name = key === null ? stepName : words[key]
  return [name, customer?.config.form_title].filter((part) => part != null && part !== '').join(' – ') || words.spiacenti
}
