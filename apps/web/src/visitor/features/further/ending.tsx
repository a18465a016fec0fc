import { furtherOf } from '@sportello/contract'
import { SendPanel, type SendPanelProps } from '../send/send-panel.tsx'
import { FurtherQuestions } from './further-questions.tsx'

/**
 * End of the open step: the panel with the submit button. If the step has further questions, they come before the
 * panel.
 */
export function Ending(props: SendPanelProps) {
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
