import { asksForAnswers, type TagView } from '@sportello/contract'
import { type ComponentType, createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'
import { addStyle } from '../../styles/add-style.ts'
import type { Feedback } from './feedback.ts'

/** The code for questions, which `answering.tsx` exports. */
export interface Answering {
  WithFeedback: ComponentType<{ steps: readonly TagView[]; children: (feedback: Feedback) => ReactNode }>
  MandatoryNote: ComponentType<{ steps: readonly TagView[] }>
  StepFields: ComponentType<{ step: TagView; feedback: Feedback }>
  Ending: ComponentType<EndingProps>
  SaveLater: ComponentType<{ steps: readonly TagView[] }>
  TermsLink: ComponentType<{ steps: readonly TagView[] }>
  /** Returns true if an answer in the step is missing or wrong. */
  hasFaults: (step: TagView, feedback: Feedback) => boolean
  /** Shows the errors of the open step, and moves the focus to the first. */
  showFaults: (step: TagView, feedback: Feedback) => void
}

export interface EndingProps {
  steps: readonly TagView[]
  feedback: Feedback
  /** Called with the codes of the steps that must be expanded because they contain errors. */
  onReveal: (codeTags: readonly string[]) => void
}

/** The code for questions, for a page that was rendered without it. */
export interface LoadedAnswering {
  answering: Answering
  /** Styles of the controls. */
  css: string
}

interface HeldAnswering {
  /** The code for questions; null until a page has needed it. */
  answering: Answering | null
  /**
   * Loads the code if one of the given steps needs it.
   * @throws if the code cannot be loaded
   */
  prepare: (steps: readonly TagView[]) => Promise<void>
}

const AnsweringContext = createContext<HeldAnswering | null>(null)

/** Provides the code for questions. `initial` is the code that the first page of the visit needs, or null. */
export function AnsweringProvider({ initial, load, children }: { initial: Answering | null; load: () => Promise<LoadedAnswering>; children: ReactNode }) {
  const [loaded, setLoaded] = useState(initial)
  const prepare = useCallback(
    async (steps: readonly TagView[]) => {
      if (loaded || !needsAnswering(steps)) return
      const { answering, css } = await load()
      // The styles come before those of all pages, as on a page that the server renders with questions.
      addStyle('answering-style', css, document.querySelector('style'))
      setLoaded(answering)
    },
    [load, loaded],
  )
  const held = useMemo(() => ({ answering: loaded, prepare }), [loaded, prepare])
  return <AnsweringContext value={held}>{children}</AnsweringContext>
}

export function useAnswering(): HeldAnswering {
  const held = use(AnsweringContext)
  if (!held) throw new Error('no code for questions is provided here')
  return held
}

/** Returns true if one of the steps has something to answer, or the submit button. */
export function needsAnswering(steps: readonly TagView[]): boolean {
  return steps.some((step) => step.last || asksForAnswers(step))
}
