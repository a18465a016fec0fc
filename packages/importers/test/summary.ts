import type { Definition, FormField, Tag } from '@sportello/contract'
import { definition as schema } from '@sportello/contract/schemas'
import type { Imported } from '../src/index.ts'

/** Writes an imported form as lines of text: first the steps with their fields, then the notes. */
export function summaryOf({ definition, notes }: Imported): string {
  const steps = stepLines(definition, '')
  return [...steps, '', ...notes.map(({ place, code, params }) => `${[place || '(form)', code, ...params].join(' | ')}`), ''].join('\n')
}

function stepLines(step: Definition | Tag, indent: string): string[] {
  const language = 'params' in step && step.params?.[0] ? ` [${step.params[0].lang_code}]` : ''
  const twin = 'twin_of' in step && step.twin_of !== undefined ? ` = ${step.twin_of}` : ''
  return [
    `${indent}${step.code_tag}: ${step.tag_description}${language}${twin}`,
    ...step.form_fields.map((field) => `${indent}  - ${fieldLine(field)}`),
    ...step.children.flatMap((child) => stepLines(child, `${indent}    `)),
  ]
}

function fieldLine(field: FormField): string {
  if (field.type === 'HTML') return `HTML ${field.value}`
  if (field.type !== 'PROPERTY') return field.type
  const { property_code, property_description, default_value } = field.value
  const flags = [field.required && 'required', field.hidden && 'hidden', field.readonly, field.info_text && `info: ${field.info_text}`].filter(Boolean)
  const { input_type, ...settings } = default_value
  return [property_code, property_description, input_type, ...(Object.keys(settings).length > 0 ? [JSON.stringify(settings)] : []), ...flags].join(' | ')
}

/** Throws an error if a form definition violates the strict schema or one of the additional rules of the server. */
export function assertValid(given: Definition): void {
  schema.parse(given)
  JSON.stringify(given, (key, value: unknown) => {
    if (typeof value === 'string' && (!value.isWellFormed() || value.includes('\0'))) throw new Error(`${key} cannot be stored as JSON in PostgreSQL`)
    return value
  })
  const codes = new Set<string>()
  const walk = (step: Definition | Tag, depth: number, asked: ReadonlySet<string>) => {
    if (codes.has(step.code_tag)) throw new Error(`code_tag ${step.code_tag} twice`)
    codes.add(step.code_tag)
    if (depth > 20) throw new Error('too deep')
    const own = step.form_fields.flatMap((field) => (field.type === 'PROPERTY' ? [field.value.property_code] : []))
    if (new Set(own).size < own.length || own.some((code) => asked.has(code))) throw new Error(`question twice on a path: ${own.join(' ')}`)
    for (const child of step.children) walk(child, depth + 1, new Set([...asked, ...own]))
  }
  walk(given, 0, new Set())
}

/**
 * Throws an error if a form with questions has a last step from which the visitor cannot submit a request, because the
 * step has no questions.
 */
export function assertSendable(given: Definition): void {
  const hasQuestion = (step: Definition | Tag) => step.form_fields.some(({ type }) => type === 'PROPERTY')
  const steps: (Definition | Tag)[] = [given]
  for (const step of steps) steps.push(...step.children)
  const ends = steps.filter(({ children }) => children.length === 0)
  if (steps.some(hasQuestion) && !ends.every(hasQuestion)) throw new Error('a path ends without questions')
}
