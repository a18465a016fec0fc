import type { TagView } from '@sportello/contract'
import { type ComponentType, createContext, use } from 'react'

/** The component of survey pages, loaded as a separate chunk. */
type SurveyView = ComponentType<{ steps: readonly TagView[] }>

const SurveyViewContext = createContext<SurveyView | null>(null)

export const SurveyViewProvider = SurveyViewContext

/** Returns the survey component; set if the customer's form is a survey. It is loaded before hydration, so that other forms do not load its code. */
export function useSurveyView(): SurveyView | null {
  return use(SurveyViewContext)
}
