import { furtherOf } from '@sportello/contract'
import { SendPanel } from '../send/send-panel.tsx'
import type { EndingProps } from '../wizard/answering-context.tsx'
import { FurtherQuestions } from './further-questions.tsx'

/** Last part of the open step: the further questions, if the step has any, and the panel with the submit button. */
export function Ending(props: EndingProps) {
  const { steps, feedback } = props
  const further = furtherOf(steps.at(-1))
  const panel = <SendPanel {...props} />
  if (!further) return panel
  return (
    <FurtherQuestions key={steps.at(-1)?.code_tag} steps={steps} further={further} feedback={feedback}>
      {panel}
    </FurtherQuestions>
  )
}
