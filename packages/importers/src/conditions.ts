import { type JsonObject, objectsOf, propertyOf, textOf } from './json-reader.ts'
import type { SourceCondition } from './source-form.ts'

const MAX_CONDITION = 2_000

/** A comparison in a condition of the source form: one question, and the answers for which the condition is true. */
interface Comparison {
  question: string
  values: string[]
}

/**
 * Combines comparisons of the same question with "or". Returns undefined if the comparisons refer to different
 * questions.
 */
function anyOf(comparisons: readonly (Comparison | undefined)[]): Comparison | undefined {
  const [first, ...others] = comparisons
  if (!first || others.some((each) => each?.question !== first.question)) return undefined
  return { question: first.question, values: comparisons.flatMap((each) => each?.values ?? []) }
}

function conditionOf(text: string, comparison: Comparison | undefined): SourceCondition {
  return { text, ...comparison }
}

const QUOTED = /^(?:'([^'\\]*)'|"([^"\\]*)"|(-?\d{1,15}(?:\.\d{1,15})?|true|false))$/

function literal(text: string): string | undefined {
  const found = QUOTED.exec(text.trim())
  return found ? (found[1] ?? found[2] ?? found[3]) : undefined
}

/**
 * Splits a condition of the source form at each `or`. Returns undefined if the condition contains an operator that the
 * importer does not understand.
 */
function alternatives(text: string, or: RegExp): string[] {
  const bare = /^\(([^()]*)\)$/.exec(text.trim())?.[1] ?? text
  return bare.split(or).map((part) => /^\s*\(([^()]*)\)\s*$/.exec(part)?.[1] ?? part)
}

/**
 * Parses the expression of a SurveyJS `visibleIf`, such as `{kind} = 'a' or {kind} = 'b'` or `{kind} anyof ['a', 'b']`.
 */
export function surveyCondition(text: string): SourceCondition | undefined {
  if (text.trim() === '') return undefined
  if (text.length > MAX_CONDITION) return { text }
  return conditionOf(text, anyOf(alternatives(text, /\s+or\s+|\s*\|\|\s*/i).map(surveyComparison)))
}

function surveyComparison(text: string): Comparison | undefined {
  const [, question, operator = '', right = ''] = /^\s*\{([^{}]{1,200})\}\s*(={1,2}|equals?\b|anyof\b)\s*(.*)$/i.exec(text) ?? []
  if (question === undefined) return undefined
  if (operator.toLowerCase() !== 'anyof') {
    const value = literal(right)
    return value === undefined ? undefined : { question: question.trim(), values: [value] }
  }
  const inner = /^\[([^\]]*)\]\s*$/.exec(right)?.[1]
  const values = (inner ?? '').split(',').map(literal)
  return values.includes(undefined) ? undefined : { question: question.trim(), values: values.filter((value) => value !== undefined) }
}

/** Parses the `relevant` column of an XLSForm, such as `${kind} = 'a' or selected(${kind}, 'b')`. */
export function xlsFormCondition(text: string): SourceCondition | undefined {
  if (text.trim() === '') return undefined
  if (text.length > MAX_CONDITION) return { text }
  const straight = text.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"')
  return conditionOf(text, anyOf(straight.split(/\s+or\s+/).map(xlsFormComparison)))
}

function xlsFormComparison(text: string): Comparison | undefined {
  const bare = text.trim()
  const found = /^\$\{([^{}]{1,200})\}\s*=\s*(.+)$/.exec(bare) ?? /^selected\(\s*\$\{([^{}]{1,200})\}\s*,\s*([^,()]+)\)$/.exec(bare)
  const value = found && literal(found[2] ?? '')
  return found?.[1] === undefined || value === undefined || value === null ? undefined : { question: found[1].trim(), values: [value] }
}

/** Parses the conditions of a Form.io component: `conditional` in its old and new form, and `customConditional`. */
export function formIoCondition(component: JsonObject): SourceCondition | undefined {
  const custom = textOf(propertyOf(component, 'customConditional')).trim()
  if (custom !== '') return { text: custom }
  const conditional = propertyOf(component, 'conditional')
  const [object] = objectsOf([conditional])
  if (!object) return undefined
  if (objectsOf([propertyOf(object, 'json')]).length > 0) return { text: 'json' }
  const shown = textOf(propertyOf(object, 'show')) === 'true'
  const question = textOf(propertyOf(object, 'when'))
  if (question !== '') {
    const value = textOf(propertyOf(object, 'eq'))
    const text = `${shown ? 'show' : 'hide'} when ${question} = ${value}`
    return shown ? { text, question: lastName(question), values: [value] } : { text }
  }
  const conditions = objectsOf(propertyOf(object, 'conditions'))
  if (conditions.length === 0) return undefined
  const any = textOf(propertyOf(object, 'conjunction')) === 'any' || conditions.length === 1
  const text = `${shown ? 'show' : 'hide'} when ${conditions
    .slice(0, 5)
    .map(formIoText)
    .join(any ? ' or ' : ' and ')}`
  return conditionOf(text, any && shown ? anyOf(conditions.map(formIoComparison)) : undefined)
}

const formIoText = (condition: JsonObject) =>
  ['component', 'operator', 'value']
    .map((key) => textOf(propertyOf(condition, key)))
    .filter((part) => part !== '')
    .join(' ')

function formIoComparison(condition: JsonObject): Comparison | undefined {
  const question = textOf(propertyOf(condition, 'component'))
  const isEqual = ['isEqual', ''].includes(textOf(propertyOf(condition, 'operator')))
  return question === '' || !isEqual ? undefined : { question: lastName(question), values: [textOf(propertyOf(condition, 'value'))] }
}

/** Returns the key of a component from its path in Form.io, such as "kind" from "panel.kind". */
const lastName = (path: string) => path.split('.').at(-1) ?? path
