import { MAX_LABEL } from './limits.ts'
import type { Notes } from './notes.ts'
import type { SourceChoice, SourceInput } from './source-form.ts'

/**
 * Returns the options of a question. Options that have no value, or the same value as an earlier option, are left out.
 */
export function distinctChoices(choices: readonly SourceChoice[]): SourceChoice[] {
  const seen = new Set<string>()
  return choices
    .map(({ key, label }) => ({ key: key.replaceAll('\0', '').toWellFormed().slice(0, MAX_LABEL), label }))
    .filter(({ key }) => key.trim() !== '' && !seen.has(key) && seen.add(key))
}

/**
 * Returns the input for a question with one or several choices. If the imported question has no options, returns a text
 * input and adds a note about this.
 */
export function choiceInput(
  type: 'select' | 'multi_checkbox' | 'slider',
  choices: readonly SourceChoice[],
  more: { buttons?: boolean | undefined; maxSelected?: number | undefined; default?: readonly string[] | undefined },
  { notes, place }: { notes: Notes; place: string },
): SourceInput {
  const options = distinctChoices(choices)
  if (options.length === 0) {
    notes.add(place, 'choices_missing')
    return { type: type === 'multi_checkbox' ? 'textarea' : 'text' }
  }
  const known = (more.default ?? []).filter((key) => options.some((option) => option.key === key))
  for (const key of more.default ?? []) if (key !== '' && !known.includes(key)) notes.add(place, 'default', key)
  return { type, choices: options, buttons: more.buttons, maxSelected: more.maxSelected, ...(known.length > 0 && { default: known }) }
}
