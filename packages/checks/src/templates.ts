import { Liquid } from 'liquidjs'

/** Matches a tag of Liquid that asks whether something is there. */
const CONDITION = /\{%-?\s*(?:if|elsif|unless|case|when)\s[^%]*%\}/g

const engine = new Liquid({ strictFilters: true, ownPropertyOnly: true, parseLimit: 200_000 })
/** Cache of the variables and the syntax error of each template. */
const known = new Map<string, { names: readonly string[]; fault: string | undefined }>()
const MAX_KNOWN = 2_000

function read(template: string): { names: readonly string[]; fault: string | undefined } {
  const before = known.get(template)
  if (before) return before
  if (known.size >= MAX_KNOWN) known.clear()
  const found = parse(template)
  known.set(template, found)
  return found
}

function parse(template: string) {
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
