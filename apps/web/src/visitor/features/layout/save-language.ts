import { type Place, paths } from '../../../shared/paths.ts'
import { writeCookie } from '../../../shared/write-cookie.ts'

const DAY_S = 86_400

/**
 * Keeps the choice for a day and loads the page anew (visitor specification, section 4): a form from its start, since codes of steps
 * differ between languages; a mailed link and a message where they are.
 */
export function saveLanguage(customer: string, language: string, place: Place): void {
  writeCookie(`lang_${customer}`, language, DAY_S)
  if (place.kind === 'form' || place.kind === 'tokenLogin') window.location.assign(paths.home(customer))
  else if (place.kind === 'validation') window.location.assign(paths.validation(customer, place.code, language))
  else window.location.reload()
}
