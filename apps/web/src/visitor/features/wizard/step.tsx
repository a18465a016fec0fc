import type { ChildTag, TagView } from '@sportello/contract'
import { type ReactNode, useId } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { Icon } from '../../../shared/ui/icon.tsx'

interface StepProps {
  step: TagView
  /** Number of the step in the timeline, starting at 1. */
  number: number
  /** The option that the visitor chose in this step; undefined if the step is the open step. */
  choice: ChildTag | undefined
  expanded: boolean
  /** True if an answer in this finished step is missing or wrong. */
  incomplete: boolean
  onToggle: () => void
  children: ReactNode
}

/** Returns the id of a step's heading. The heading gets the focus when the step opens. */
export function headingId(codeTag: string): string {
  return `step-${codeTag}`
}

/** A step in the timeline. A finished step shows only its title and the option that the visitor chose. */
export function Step({ step, number, choice, expanded, incomplete, onToggle, children }: StepProps) {
  const { t } = useWords()
  const bodyId = useId()
  const finished = choice !== undefined
  const heading = headingId(step.code_tag)
  const isLanguage = step.tag_type === 'FORM_LANG'
  return (
    <section aria-labelledby={heading} className={`step ${finished ? 'step-finished' : 'step-open'}${isLanguage ? ' step-language' : ''}`}>
      <div className="step-marker" aria-hidden="true">
        {finished && !incomplete ? <Icon name="check" /> : number}
      </div>
      <div className="step-head">
        <div className="step-title">
          <h2 id={heading} tabIndex={-1}>
            {isLanguage && finished ? <LanguageStepName step={step} /> : step.tag_description}
          </h2>
          {finished && !expanded && <p className="step-choice">{t('scelta', choice.tag_description)}</p>}
          {incomplete && <p className="step-missing">{t('manca_risposta')}</p>}
        </div>
        {finished && (
          <button
            type="button"
            className="step-toggle"
            aria-expanded={expanded}
            aria-controls={bodyId}
            aria-label={t(expanded ? 'nascondi_passo' : 'mostra_passo', isLanguage ? t('inizio') : step.tag_description)}
            onClick={onToggle}
          >
            <Icon name="chevron" />
          </button>
        )}
      </div>
      <div id={bodyId} className="step-body" hidden={!expanded}>
        {step.description && <p className="step-description">{step.description}</p>}
        {children}
      </div>
    </section>
  )
}

/**
 * Name of a language step in the timeline. Screen readers read the name of the language; the page shows the word
 * "start".
 */
function LanguageStepName({ step }: { step: TagView }) {
  const { t } = useWords()
  return (
    <>
      <span className="visually-hidden">{step.tag_description}</span>
      <span aria-hidden="true">{t('inizio')}</span>
    </>
  )
}
