import { paths } from '../../../shared/paths.ts'
import { writeCookie } from '../../../shared/write-cookie.ts'
import type { PageData } from '../../page-data.ts'

const DAY_S = 86_400

/**
 * Notice for a visitor who changed the language after typing: `same` if the form is still at the same step, `start` if
 * it is back at its start. The answers are kept in both cases.
 */
type Notice = 'same' | 'start'

const keyOf = (customer: string) => `language_${customer}`

/**
 * Stores the language for a day and reloads the page in that language (visitor specification, section 4). A form opens
 * at the equivalent step of the other language, or at its start if there is none; the page of a mailed link, a receipt
 * or a message stays open.
 * @param hasAnswers whether the visitor has typed something
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
  else if (place.kind === 'validation') window.location.assign(paths.validation(customer, place.code, language))
  else window.location.reload()
}

function keepNotice(customer: string, notice: Notice): void {
  try {
    sessionStorage.setItem(keyOf(customer), notice)
  } catch {
    // If the browser forbids session storage, the answers are lost as well, so the page shows no notice.
  }
}

/** Returns the notice about the last change of language and deletes it from the storage; null if there is none. */
export function takeLanguageNotice(customer: string): Notice | null {
  try {
    const notice = sessionStorage.getItem(keyOf(customer))
    sessionStorage.removeItem(keyOf(customer))
    return notice === 'same' || notice === 'start' ? notice : null
  } catch {
    return null
  }
}
