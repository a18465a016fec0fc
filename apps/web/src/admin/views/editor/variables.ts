import { type FormField, isQuestion } from '@sportello/contract'
import type { DraftTree } from '@sportello/editing'
import type { EditorPhrases } from '@sportello/phrases/editor'

/** Names of the variables that are available in every summary, in addition to the answers. */
const USUAL = ['ticket', 'otp', 'to', 'from', 'form_title', 'customer'] as const

/** A variable that an author can insert into a template. */
export interface TemplateVariable {
  /** The text between the braces. */
  expression: string
  label: string
}

/**
 * Returns the variables that the template with the given id can use: the visitor's answers up to its step, and the data
 * of the request.
 * @param t returns a phrase of the editor
 */
export function variablesOf(tree: DraftTree, id: string, t: (name: keyof EditorPhrases) => string): TemplateVariable[] {
  const answers = tree
    .pathOf(id)
    .flatMap((step) => tree.childrenOf(step.id))
    .filter((node) => node.kind === 'field' && isQuestion(node.content as unknown as FormField))
    .map(({ content }) => content.value as { property_code: string; property_description: string })
  return [
    ...answers.map((each) => ({ expression: ` ${each.property_code} `, label: each.property_description || each.property_code })),
    ...USUAL.map((name) => ({ expression: ` ${name} `, label: t(`variable_${name}`) })),
  ]
}

/** Replaces the variables in a text by their labels in quotation marks, as the author sees them in the template. */
export function withLabels(text: string, variables: readonly TemplateVariable[]): string {
  return text.replaceAll(/\{\{([^{}]*)\}\}/g, (whole, expression: string) => {
    const known = variables.find((each) => each.expression.trim() === expression.trim())
    return known ? `«${known.label}»` : whole
  })
}
