import type { TagView } from '@sportello/contract'
import { ScaleKeys, scaleKeysOf } from '@sportello/fields/scale'
import { useEffect, useState } from 'react'
import { paths } from '../../../shared/paths.ts'
import { useWords } from '../../../shared/phrase.tsx'
import { useNavigation } from '../../navigation.tsx'
import { useCustomer } from '../../use-customer.ts'
import { WizardFieldServices } from '../wizard/field-services.tsx'
import { FormTitle } from '../wizard/form-title.tsx'
import { ScaleContext } from '../wizard/scale.ts'
import { headingId } from '../wizard/step.tsx'
import { useFeedback } from '../wizard/use-feedback.ts'
import { useFocusOnNewStep } from '../wizard/use-focus-on-new-step.ts'
import { progressOf } from './cards.ts'
import { Matrix, matrixGroups } from './matrix.tsx'
import { SurveyCard } from './survey-card.tsx'
import { SurveyProgress } from './survey-progress.tsx'

const SCALE = {
  fits: (settings: Readonly<Record<string, unknown>>) => scaleKeysOf(settings) !== null,
  Keys: ScaleKeys,
  matrix: { groupsOf: matrixGroups, Matrix },
}

/**
 * Shows the open step of a survey as a card (visitor specification, section 2: "Survey mode"). The URL contains the
 * code of the step, so that a reload and the Back and Forward buttons work.
 */
export default function SurveyCards({ steps }: { steps: readonly TagView[] }) {
  const { config } = useCustomer()
  const { t } = useWords()
  const { navigate, pending } = useNavigation()
  const feedback = useFeedback(steps)
  const card = steps.at(-1)
  const [firstView] = useState(card)
  const [toCorrect, setToCorrect] = useState<string | null>(null)
  useFocusOnNewStep(card?.code_tag)
  const { showAll } = feedback
  useEffect(() => {
    if (toCorrect === null || toCorrect !== card?.code_tag) return
    showAll()
    setToCorrect(null)
  }, [toCorrect, card, showAll])
  if (!card) return null
  const isLanguage = card.tag_type === 'FORM_LANG'
  const open = (codeTag: string) => navigate(paths.open(config.form_code, codeTag))

  /** Opens the survey card that contains the first error, because errors are shown only on the open card. */
  function reveal(codes: readonly string[]): void {
    const first = steps.find(({ code_tag: code }) => codes.includes(code))
    if (!first || first === card) return
    setToCorrect(first.code_tag)
    open(first.code_tag)
  }

  return (
    <div className="wizard survey" aria-busy={pending || undefined}>
      <FormTitle />
      <WizardFieldServices steps={steps}>
        <ScaleContext value={SCALE}>
          <section
            key={card.code_tag}
            aria-labelledby={headingId(card.code_tag)}
            className={card.code_tag === firstView?.code_tag ? 'survey-card' : 'survey-card survey-card-next'}
          >
            <SurveyProgress progress={progressOf(steps)} />
            {/* Hides the heading of a language step visually, because the language selector already shows the language. */}
            <h2 id={headingId(card.code_tag)} tabIndex={-1} className={isLanguage ? 'visually-hidden' : undefined}>
              {card.tag_description}
            </h2>
            {card.description && <p className="step-description">{card.description}</p>}
            <SurveyCard card={card} steps={steps} feedback={feedback} onOpen={open} onReveal={reveal} />
          </section>
        </ScaleContext>
      </WizardFieldServices>
      <p className="visually-hidden" role="status">
        {pending ? t('caricamento') : ''}
      </p>
    </div>
  )
}
