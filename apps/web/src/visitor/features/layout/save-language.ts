import { paths } from '../../../shared/paths.ts'
import { writeCookie } from '../../../shared/write-cookie.ts'
import type { PageData } from '../../page-data.ts'

const DAY_S = 86_400

/**
 * Notice for a visitor who has entered answers and then changed the language. `same` means that the form is still at
 * the same step, `start` that it is back at its start. The answers are kept in both cases.
 */
type Notice = 'same' | 'start'

const keyOf = (customer: string) => `language_${customer}`

/**
 * Stores the language for a day and reloads the page in that language (visitor specification, section 4). A form opens
 * at the
 * same step or, if the new language does not have that step, at its start. Other pages (a receipt, a message, the page
 * of
 * a mailed link) stay the same.
 * @param hasAnswers true if the visitor has entered answers
 */
export function saveLanguage(customer: string, language: string, { place, steps }: Pick<PageData, 'place' | 'steps'>, hasAnswers = false): void {
  writeCookie(`lang_${customer}`, language, DAY_S)
  if (place.kind === 'form') {
    const sibling = place.codeTag === null ? undefined : steps.at(-1)?.siblings?.[language]
    const isSame = sibling !== undefined || place.codeTag === null
    if (hasAnswers || !isSame) keepNotice(customer, isSame ? 'same' : 'start')
    window.location.assign(sibling === undefined ? paths.home(customer) : paths.open(customer, sibling))
  } else if (place.kind === 'tokenLogin') {
    const sibling = steps[0]?.siblings?.[language]
    window.location.assign(sibling === undefined ? paths.home(customer) : paths.tokenLogin(customer, sibling))
  } else if (place.kind === 'receipt') window.location.replace(paths.receipt(customer, language))
  else if (place.kind === 'followUp') window.location.replace(paths.followUp(customer, language))
  else if (place.kind === 'validation') window.location.assign(paths.validation(customer, place.code, language))
  else window.location.reload()
}

function keepNotice(customer: string, notice: Notice): void {
  try {
    sessionStorage.setItem(keyOf(customer), notice)
  } catch {
    // If the browser forbids session storage, the answers are lost as well. A notice that they are kept would be wrong,
    // so the page shows none.
  }
}

/** Returns the notice about the last change of language, and deletes the stored notice; null if there is none. */
export function takeLanguageNotice(customer: string): Notice | null {
  try {
    const notice = sessionStorage.getItem(keyOf(customer))
    sessionStorage.removeItem(keyOf(customer))
    return notice === 'same' || notice === 'start' ? notice : null
  } catch {
    return null
  }
}
