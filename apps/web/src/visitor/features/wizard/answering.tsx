import { asksForAnswers, type TagView } from '@sportello/contract'
import { type ReactNode, useState } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { Ending } from '../further/ending.tsx'
import { SaveLater } from '../saved-drafts/save-later.tsx'
import { TermsLink } from '../terms/terms-link.tsx'
import type { Answering } from './answering-context.tsx'
import { faultKey } from './answers.ts'
import type { Feedback } from './feedback.ts'
import { WizardFieldServices } from './field-services.tsx'
import { focusField } from './focus-field.ts'
import { MandatoryNote } from './mandatory-note.tsx'
import { StepFields } from './step-fields.tsx'
import { useFeedback } from './use-feedback.ts'

/**
 * Computes the errors of the answers in the given steps, and provides what their controls need. On the last step the
 * breadcrumb shows the way in one line, and the finished steps are shown on request. They always are if one of them has
 * answers.
 */
function WithFeedback({ steps, children }: { steps: readonly TagView[]; children: (feedback: Feedback) => ReactNode }) {
  const feedback = useFeedback(steps)
  const { t } = useWords()
  const end = steps.at(-1)
  const [unfolded, setUnfolded] = useState('')
  const isShort = end?.last === true && steps.length > 1 && !steps.slice(0, -1).some(asksForAnswers)
  const isOpen = unfolded === end?.code_tag
  return (
    <WizardFieldServices steps={steps}>
      {isShort && (
        <button type="button" className="path-toggle" aria-expanded={isOpen} onClick={() => setUnfolded(isOpen ? '' : end.code_tag)}>
          {t('cambia_scelte')}
        </button>
      )}
      <div className={isShort && !isOpen ? 'path-short' : undefined}>{children(feedback)}</div>
    </WizardFieldServices>
  )
}

/** Returns the code of the step's first field with an error; undefined if there is none. */
function firstFault(step: TagView, { faults }: Feedback): string | undefined {
  return step.form_fields.map((field) => (field.hidden ? '' : faultKey(field))).find((code) => faults.some(({ field }) => field === code))
}

/**
 * The parts of the wizard with which the visitor answers questions and submits the form: controls, checks and the submit
 * button. Their code is a separate chunk, so that a first page without questions loads without it.
 */
const answering: Answering = {
  WithFeedback,
  MandatoryNote,
  StepFields,
  Ending,
  SaveLater,
  TermsLink,
  hasFaults: (step, feedback) => firstFault(step, feedback) !== undefined,
  showFaults(step, feedback) {
    feedback.showAll()
    focusField(firstFault(step, feedback))
  },
}
export default answering
