import { type FurtherField, furtherFieldsOf, type TagView } from '@sportello/contract'
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { useDraft } from '../wizard/draft.tsx'
import type { Feedback } from '../wizard/feedback.ts'
import { MandatoryNote } from '../wizard/mandatory-note.tsx'
import { StepFields } from '../wizard/step-fields.tsx'

type Phase = 'asked' | 'open' | 'declined'

interface FurtherQuestionsProps {
  steps: readonly TagView[]
  further: FurtherField
  feedback: Feedback
  /** The panel with the submit button, which follows the further questions. */
  children: ReactNode
}

/**
 * Asks whether the visitor still needs help (wire contract, "Fields"). If the answer is yes, the page shows more
 * questions and the submit button. If the answer is no, it shows a thank-you text and submits nothing.
 */
export function FurtherQuestions({ steps, further, feedback, children }: FurtherQuestionsProps) {
  const { t } = useWords()
  const draft = useDraft()
  const headingId = useId()
  const { text, yes, nofields, greetings } = further.value
  const fields = useMemo(() => ({ form_fields: furtherFieldsOf(steps.at(-1)) }), [steps])
  const [answered, setAnswered] = useState<Phase | null>(null)
  // After a reload, the further questions are shown immediately if the draft contains answers to them.
  const begun = fields.form_fields.some((field) => Object.hasOwn(draft.shown, field.value.property_code))
  const phase = answered ?? (begun ? 'open' : 'asked')
  const place = useRef<HTMLFieldSetElement>(null)
  // Moves the focus to the new content, because the button that the visitor pressed was removed.
  useEffect(() => {
    if (answered !== null) place.current?.focus()
  }, [answered])

  return (
    <section className="further" aria-labelledby={headingId}>
      <Choices steps={steps} title={further.value.whatSelected || t('altre_domande_scelte')} />
      <h3 id={headingId}>{text}</h3>
      <fieldset ref={place} tabIndex={-1} aria-labelledby={headingId} className="further-place">
        {phase === 'asked' && (
          <div className="further-answers">
            <Button weight="primary" onClick={() => setAnswered('open')}>
              {yes || t('si')}
            </Button>
            <Button onClick={() => setAnswered('declined')}>{nofields || t('no')}</Button>
          </div>
        )}
        {phase === 'declined' && (
          <>
            <p role="status" className="further-greetings">
              {greetings || t('altre_domande_saluti')}
            </p>
            <Button weight="quiet" className="link-button" onClick={() => setAnswered('asked')}>
              {t('altre_domande_indietro')}
            </Button>
          </>
        )}
        {phase === 'open' && (
          <>
            <MandatoryNote steps={[fields]} />
            <StepFields step={fields} feedback={feedback} />
            {children}
          </>
        )}
      </fieldset>
    </section>
  )
}

/** Lists the options that the visitor chose in the steps before the open step. */
function Choices({ steps, title }: { steps: readonly TagView[]; title: string }) {
  const id = useId()
  const chosen = steps.slice(1).filter((step, at) => steps[at]?.children.some((child) => child.code_tag === step.code_tag))
  if (chosen.length === 0) return null
  return (
    <div className="further-choices">
      <h3 id={id}>{title}</h3>
      <ol aria-labelledby={id}>
        {chosen.map((step) => (
          <li key={step.code_tag}>{step.tag_description}</li>
        ))}
      </ol>
    </div>
  )
}
