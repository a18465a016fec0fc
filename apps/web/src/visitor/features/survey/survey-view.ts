import type { TagView } from '@sportello/contract'
import { type ComponentType, createContext, use } from 'react'

/** The component of survey pages, loaded as a separate chunk. */
type SurveyView = ComponentType<{ steps: readonly TagView[] }>

const SurveyViewContext = createContext<SurveyView | null>(null)

export const SurveyViewProvider = SurveyViewContext

/**
 * Returns the component of survey pages; set only if the customer's form is a survey. Its code is loaded before
 * hydration and only for surveys.
 */
export function useSurveyView(): SurveyView | null {
  return use(SurveyViewContext)
}
