import type { CheckContext, InputDefinition } from '../../define-input.ts'
import { type Issue, issue, noIssue } from '../../issue.ts'
import { isListOf } from '../../list-rules.ts'
import { checkNumber, isFiniteNumber, type NumberSettings, readDecimal } from '../../number-rules.ts'
import { checkText, type TextSettings } from '../../text-rules.ts'

export interface ArraySettings extends NumberSettings, TextSettings {
  elementsType: 'number' | 'text'
  nelementsmin?: number | undefined
  nelementsmax?: number | undefined
}

/** Maximum number of items in a list if the author does not set `nelementsmax`. */
export const MOST_ELEMENTS = 100

type Element = string | number

const isBlankElement = (element: unknown) => typeof element === 'string' && element.trim() === ''
const isTexts = isListOf('string')
const isElements = (value: unknown): value is readonly Element[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string' || isFiniteNumber(each))

/** Returns the errors in one item of a list. A blank item is an error (visitor specification, section 5, "Arrays"). */
export function checkElement(element: unknown, settings: ArraySettings, context: CheckContext): readonly Issue[] {
  if (isBlankElement(element)) return issue('campo_richiesto')
  if (settings.elementsType === 'text') return typeof element === 'string' ? checkText(element.trim(), settings, context) : issue('campo_formato')
  return isFiniteNumber(element) ? checkNumber(element, settings) : issue('campo_formato')
}

/** Converts one item of a list from the value of its control to the value in the API's format. */
export function readElement(shown: unknown, settings: ArraySettings): unknown {
  if (typeof shown !== 'string') return shown
  return settings.elementsType === 'number' ? readDecimal(shown.trim()) : shown.trim()
}

/**
 * The list input: texts or numbers, one in each row. The visitor can add rows. If all rows are blank, the list counts
 * as empty.
 */
export const array: InputDefinition<ArraySettings, readonly Element[]> = {
  empty: [],
  written: true,
  accepts: isElements,
  isEmpty: (elements) => elements.every(isBlankElement),
  check: (elements, settings, context) => {
    const { nelementsmin: min, nelementsmax: max = MOST_ELEMENTS } = settings
    if (min !== undefined && elements.length < min) return issue('elementi_min', min)
    if (elements.length > max) return issue('elementi_max', max)
    for (const element of elements) {
      const faults = checkElement(element, settings, context)
      if (faults.length > 0) return faults
    }
    return noIssue
  },
  text: (elements, _settings, { language }) =>
    elements
      .map((each) => (typeof each === 'number' ? new Intl.NumberFormat(language, { maximumFractionDigits: 10 }).format(each) : each))
      .join(isTexts(elements) ? ', ' : '; '),
  keep: (elements) => elements.map((each) => (typeof each === 'string' ? each.trim() : each)),
  read: (shown, _language, settings) => (Array.isArray(shown) ? shown.map((each) => readElement(each, settings)) : shown),
  show: (elements, language) =>
    elements.map((each) => (typeof each === 'number' ? new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 10 }).format(each) : each)),
}
