import { paths } from '../../../shared/paths.ts'
import { writeCookie } from '../../../shared/write-cookie.ts'
import type { PageData } from '../../page-data.ts'

const DAY_S = 86_400

/** What a visitor who has typed something reads after a change of language: the step is the same, or the form begins anew; the answers are kept. */
type Notice = 'same' | 'start'

const keyOf = (customer: string) => `language_${customer}`

/**
 * Keeps the choice for a day and loads the page anew (visitor specification, section 4): a form at the step of the other language that
 * stands for the open one, else from its start; a mailed link, a receipt and a message where they are.
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
    // Without storage the answers are not kept either.
  }
}

/** What the change of language has to say, once; null where it says nothing. */
export function takeLanguageNotice(customer: string): Notice | null {
  try {
    const notice = sessionStorage.getItem(keyOf(customer))
    sessionStorage.removeItem(keyOf(customer))
    return notice === 'same' || notice === 'start' ? notice : null
  } catch {
    return null
  }
}
