import type { TagView } from '@sportello/contract'
import { type ComponentType, createContext, use } from 'react'

/** The component of survey pages, which is loaded as a separate chunk. */
type SurveyView = ComponentType<{ steps: readonly TagView[] }>

const SurveyViewContext = createContext<SurveyView | null>(null)

export const SurveyViewProvider = SurveyViewContext

/**
 * Returns the component of survey pages; null if the customer's form is not a survey. Only surveys load its code,
 * before hydration.
 */
export function useSurveyView(): SurveyView | null {
  return use(SurveyViewContext)
}
