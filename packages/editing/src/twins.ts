import { areEquivalent, type Definition, type FormField, inOrder, isQuestion, languageOf, type Tag } from '@sportello/contract'

/** Maps each translated step or field to the id of its original in the first language. */
type Twins = Map<object, string>

/**
 * Pairs each step and field of the further languages with its original in the first language (`twin_of`). Steps are
 * paired by their codes without the language (`damage` and `damage-en`, `it_damage` and `en_damage`), and all other
 * steps by position. Fields are paired by property code, and then by type and position. If the definition already
 * contains a pair, it is returned unchanged, because its author has decided.
 * @param definition must contain the ids of its steps and fields
 */
export function withTwins(definition: Definition): Definition {
  const [first, ...others] = definition.children.filter((step) => languageOf(step) !== undefined)
  if (!first || others.length === 0 || isPaired(definition)) return definition
  const twins: Twins = new Map()
  for (const other of others) pairLanguage(twins, first, other)
  return { ...definition, children: definition.children.map((step) => (twins.has(step) ? named(step, twins) : step)) }
}

function isPaired(step: Pick<Tag, 'form_fields' | 'children'>): boolean {
  return step.form_fields.some(({ twin_of }) => twin_of !== undefined) || step.children.some((child) => child.twin_of !== undefined || isPaired(child))
}

function named(step: Tag, twins: Twins): Tag {
  const withTwin = <T extends object>(node: T): T => (twins.has(node) ? { ...node, twin_of: twins.get(node) } : node)
  const { form_fields, children } = step
  return { ...withTwin(step), form_fields: form_fields.map(withTwin), children: children.map((child) => named(child, twins)) }
}

function pairLanguage(twins: Twins, first: Tag, other: Tag): void {
  const originals = byPattern(first)
  const counterparts = new Map<Tag, Tag>([[other, first]])
  for (const [pattern, step] of byPattern(other)) {
    const original = originals.get(pattern)
    if (step && original) counterparts.set(step, original)
  }
  const taken = new Set(counterparts.values())
  const pairBelow = (step: Tag): void => {
    const original = counterparts.get(step)
    if (original) {
      const free = original.children.filter((child) => !taken.has(child))
      const alone = step.children.filter((child) => !counterparts.has(child))
      for (const [at, child] of alone.entries()) {
        const there = free[at]
        // If the numbers of steps differ, the position alone is not used, because it would pair the wrong steps.
        if (!there || (free.length !== alone.length && !areEquivalent(child, there))) continue
        counterparts.set(child, there)
        taken.add(there)
      }
    }
    for (const child of step.children) pairBelow(child)
  }
  pairBelow(other)
  for (const [step, original] of counterparts) {
    if (original.id !== undefined) twins.set(step, original.id)
    pairFields(twins, original, step)
  }
}

/**
 * Maps the codes without the language to the steps below a language step. The value is undefined if several steps have
 * the same code without the language.
 */
function byPattern(language: Tag): Map<string, Tag | undefined> {
  const own = languageOf(language)
  const steps = new Map<string, Tag | undefined>()
  const add = (step: Tag): void => {
    const pattern = patternOf(step.code_tag, own)
    steps.set(pattern, steps.has(pattern) ? undefined : step)
    for (const child of step.children) add(child)
  }
  for (const child of language.children) add(child)
  return steps
}

/**
 * Returns a code without the parts that name the language. For example, `road-damage-en` and `EN_road_damage` become
 * `road-damage`.
 */
function patternOf(code: string, language: string | undefined): string {
  return code
    .toLowerCase()
    .split(/[-_.]/)
    .filter((part) => part !== language)
    .join('-')
}

function pairFields(twins: Twins, original: Tag, step: Tag): void {
  const free = inOrder(original.form_fields)
  const alone = inOrder(step.form_fields)
  for (const isPair of [hasSameCode, isSameKind])
    for (const field of [...alone]) {
      const at = free.findIndex((each) => isPair(each, field))
      const [found] = at < 0 ? [] : free.splice(at, 1)
      if (!found) continue
      alone.splice(alone.indexOf(field), 1)
      if (found.id !== undefined) twins.set(field, found.id)
    }
}

const codeOf = (field: FormField) => (isQuestion(field) ? field.value.property_code : undefined)
const inputOf = (field: FormField) => (isQuestion(field) ? (field.value as Partial<typeof field.value> | null)?.default_value?.input_type : undefined)
const hasSameCode = (one: FormField, other: FormField) => codeOf(one) !== undefined && codeOf(one) === codeOf(other)
const isSameKind = (one: FormField, other: FormField) => one.type === other.type && inputOf(one) === inputOf(other)
