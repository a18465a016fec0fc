import { Liquid } from 'liquidjs'
import { remembered } from './remembered.ts'

/**
 * Matches the parts of a Liquid template in which a variable may be missing: tags that test whether a value exists, and
 * outputs with a default text.
 */
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
 * Returns the variables that a Liquid template needs: it uses them unconditionally and does not define them itself.
 * Leaves
 * out variables in conditions, which may be missing, so that one summary can serve several branches of a form. Returns
 * an empty list if the template has a syntax error.
 */
export const variablesIn = (template: string): readonly string[] => read(template).names

/** Returns the syntax error of a Liquid template; undefined if it has none. */
export const templateFault = (template: string): string | undefined => read(template).fault
