import { Liquid } from 'liquidjs'
import { remembered } from './remembered.ts'

/** Matches Liquid tags that test whether a value exists, and Liquid outputs that define a text for a missing value. */
const CONDITION = /\{%-?\s*(?:if|elsif|unless|case|when)\s[^%]*%\}|\{\{[^{}|]*\|\s*default\b[^{}]*\}\}/g

const engine = new Liquid({ strictFilters: true, ownPropertyOnly: true, parseLimit: 200_000 })
/** Returns the variables in a template and its syntax error, if any. */
const read = remembered(parse)

function parse(template: string): { names: readonly string[]; fault: string | undefined } {
  try {
    const asked = new Set([...template.matchAll(CONDITION)].flatMap(([tag]) => tag.match(/[\w-]+/g) ?? []))
    return { names: engine.globalVariablesSync(template).filter((name) => !asked.has(name)), fault: undefined }
  } catch (error) {
    return { names: [], fault: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * Returns the names of the variables that a Liquid template uses unconditionally and does not define itself; an empty
 * list if the template has a syntax error. Variables in conditions are left out because they may be missing, so that
 * one summary can be used for several branches of a form.
 */
export const variablesIn = (template: string): readonly string[] => read(template).names

/** Returns the syntax error of a Liquid template; undefined if it has none. */
export const templateFault = (template: string): string | undefined => read(template).fault
