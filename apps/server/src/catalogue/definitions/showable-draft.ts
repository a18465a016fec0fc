import { DEFAULT_LANGUAGE, type Definition, type FormField, isLanguage, type Language, languageOf, type Tag } from '@sportello/contract'
import { CODE_PATTERN, formField } from '@sportello/contract/schemas'
import { phrases } from '@sportello/phrases'

/**
 * Completes a draft so that the visitors' pages can show it: adds a title and a code to each step that lacks them, and
 * replaces each field that could not be published by a text that says so.
 */
export function showableDraft(draft: Definition): Definition {
  return { ...showableStep({ ...draft, id: draft.code_tag }, DEFAULT_LANGUAGE), form_params: draft.form_params ?? {} } as Definition
}

function showableStep<T extends Tag>(step: T, above: Language): T {
  const own = languageOf(step)
  const language = own !== undefined && isLanguage(own) ? own : above
  const id = step.id ?? ''
  return {
    ...step,
    code_tag: CODE_PATTERN.test(step.code_tag ?? '') ? step.code_tag : codeOf(id),
    tag_description: step.tag_description || '…',
    form_fields: step.form_fields.map((field) => showableField(field, language)),
    children: step.children.map((child) => showableStep(child, language)),
  }
}

/**
 * Returns a code for a step that has no code, derived from the step's id. The browser derives the code by the same
 * rule.
 */
const codeOf = (id: string) => id.replaceAll(/[^A-Za-z0-9_-]/g, '-').slice(0, 64) || 'step'

function showableField(field: FormField, language: Language): FormField {
  const { data } = formField.safeParse(field)
  if (data) return data
  const value = field.value as { property_description?: unknown; property_code?: unknown } | undefined
  const name = [field.title, value?.property_description, value?.property_code, field.type].find((each) => typeof each === 'string' && each !== '')
  const text = phrases[language].visitor.anteprima_incompleto.replace('{1}', escaped(String(name)))
  return { id: field.id, type: 'ALERT', ordering: field.ordering, value: { variant: 'warning', text } }
}

const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
