import { type Answers, checkRequest, type FieldFault, type Files, initialAnswer, type Property, questionsOf, type TagView } from '@sportello/contract'
import { type CheckContext, inputOf } from '@sportello/fields'
import type { DraftState } from './draft.tsx'

/** What a control shows: what was typed, else the author's default. */
export function shownOf(property: Property, draft: DraftState, language: string): unknown {
  const { property_code: code, default_value: settings } = property
  if (settings.input_type === 'file') return draft.files[code] ?? []
  if (Object.hasOwn(draft.shown, code)) return draft.shown[code]
  const input = inputOf(settings.input_type)
  const initial = initialAnswer(property)
  return input.show ? input.show(initial, language) : initial
}

/** The wire's value of what a control shows. */
function answerOf(property: Property, shown: unknown, language: string): unknown {
  const input = inputOf(property.default_value.input_type)
  return input.read && typeof shown === 'string' && shown.trim() !== '' ? input.read(shown, language) : shown
}

/** All answers on the way to the open step, as the wire carries them; untouched, empty ones are left out. */
export function answersOf(
  steps: readonly TagView[],
  draft: DraftState,
  language: string,
): { answers: Answers; files: Readonly<Record<string, readonly File[]>> } {
  const answers: Record<string, unknown> = {}
  const files: Record<string, readonly File[]> = {}
  for (const { property, hidden } of questionsOf(steps)) {
    const { property_code: code, default_value: settings } = property
    if (hidden) continue
    const shown = shownOf(property, draft, language)
    if (settings.input_type === 'file') {
      const chosen = shown as readonly File[]
      if (chosen.length > 0) files[code] = chosen
    } else {
      const answer = answerOf(property, shown, language)
      if (answer !== '' && answer !== null) answers[code] = answer
    }
  }
  return { answers, files }
}

/** The same judgement as the server's, over what is filled in now. */
export function faultsOf(steps: readonly TagView[], draft: DraftState, language: string, context: CheckContext): FieldFault[] {
  const { answers, files } = answersOf(steps, draft, language)
  const facts: Files = Object.fromEntries(Object.entries(files).map(([code, chosen]) => [code, chosen.map(({ name, size, type }) => ({ name, size, type }))]))
  return checkRequest(questionsOf(steps), answers, facts, context)
}
