import type { TagView } from '@sportello/contract'
import { type ComponentType, createContext, use } from 'react'

/** The survey's cards, from their own chunk. */
type SurveyView = ComponentType<{ steps: readonly TagView[] }>

const SurveyViewContext = createContext<SurveyView | null>(null)

export const SurveyViewProvider = SurveyViewContext

/** Set where the customer's form is a survey: fetched before the page is taken over, so that forms which are none do not pay for it. */
export function useSurveyView(): SurveyView | null {
  return use(SurveyViewContext)
}
