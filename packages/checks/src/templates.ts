import { Liquid } from 'liquidjs'
import { remembered } from './remembered.ts'

/** Matches a tag of Liquid that asks whether something is there, and an output that has a text for a missing value. */
const CONDITION = /\{%-?\s*(?:if|elsif|unless|case|when)\s[^%]*%\}|\{\{[^{}|]*\|\s*default\b[^{}]*\}\}/g

const engine = new Liquid({ strictFilters: true, ownPropertyOnly: true, parseLimit: 200_000 })
/** Returns the variables and the syntax error of a template. */
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
 * Returns the names of the variables that a Liquid template uses without condition and does not define itself; none if
 * it has a syntax error. A variable in a condition may be missing, so that one summary can serve several paths.
 */
export const variablesIn = (template: string): readonly string[] => read(template).names

/** Returns the syntax error of a Liquid template, or undefined. */
export const templateFault = (template: string): string | undefined => read(template).fault
