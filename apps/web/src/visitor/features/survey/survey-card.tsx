import { furtherOf, onlyChild, type TagView } from '@sportello/contract'
import { type FormEvent, useId, useRef } from 'react'
import { paths } from '../../../shared/paths.ts'
import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { useCustomer } from '../../use-customer.ts'
import { Ending } from '../further/ending.tsx'
import type { EndingProps } from '../wizard/answering-context.tsx'
import { focusField } from '../wizard/focus-field.ts'
import { MandatoryNote } from '../wizard/mandatory-note.tsx'
import { OptionPicker } from '../wizard/option-picker.tsx'
import { StepFields } from '../wizard/step-fields.tsx'
import { asksOnlyOne, cardBefore, faultsOn } from './cards.ts'
import { useAutoAdvance } from './use-auto-advance.ts'

interface SurveyCardProps extends EndingProps {
  /** The open step of the survey. It is the last item of `steps`. */
  card: TagView
  onOpen: (codeTag: string) => void
}

/**
 * A survey card with its questions and buttons. The "next" button opens the next card only if all answers are valid.
 */
export function SurveyCard({ card, steps, feedback, onOpen, onReveal }: SurveyCardProps) {
  const { config } = useCustomer()
  const { t, issue } = useWords()
  const id = useId()
  const next = onlyChild(card)
  const before = cardBefore(steps)
  const faults = faultsOn(card, feedback.faults)
  const blocked = faults.length > 0
  // The first error in an answer that the visitor has given. Missing answers do not count.
  const wrong = faults.find(({ issue: { code } }) => code !== 'campo_richiesto' && code !== 'selezionare_valore')
  const ending = card.last && <Ending steps={steps} feedback={feedback} onReveal={onReveal} />
  const endsWithFurther = furtherOf(card) !== undefined

  const form = useRef<HTMLFormElement>(null)
  const advances = config.survey_auto_advance && next !== undefined && asksOnlyOne(card)
  useAutoAdvance(form, advances, blocked, () => {
    if (next) onOpen(next.code_tag)
  })

  /** Opens the next card of the survey if all answers are valid. Otherwise moves the focus to the first error. */
  function goOn(codeTag: string): void {
    if (!blocked) onOpen(codeTag)
    else {
      feedback.showAll()
      focusField(faults[0]?.field)
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (next) goOn(next.code_tag)
  }

  return (
    <>
      {/* Outside a dialog element, a form with the method `dialog` submits nothing. This prevents the browser from
         submitting the form before the script is loaded. */}
      <form id={id} method="dialog" onSubmit={submit} ref={form} noValidate>
        <MandatoryNote steps={[card]} />
        <StepFields step={card} feedback={feedback} />
        {advances && <p className="survey-why survey-advances">{t('sondaggio_avanza')}</p>}
      </form>
      {!next && card.children.length > 0 && (
        <OptionPicker
          name={card.tag_description}
          options={card.children}
          chosen={undefined}
          hrefOf={(option) => paths.open(config.form_code, option.code_tag)}
          onChoose={(option) => goOn(option.code_tag)}
        />
      )}
      {endsWithFurther && ending}
      <div className="survey-ways">
        {before && <Button onClick={() => onOpen(before.code_tag)}>{t('indietro')}</Button>}
        {next && (
          // Uses `aria-disabled` instead of `disabled`: a disabled button cannot get the focus, so it could not explain
          // why it is disabled (WCAG 3.3.1).
          <Button type="submit" form={id} weight="primary" aria-disabled={blocked || undefined} aria-describedby={blocked ? `${id}-why` : undefined}>
            {t('avanti')}
          </Button>
        )}
        {!endsWithFurther && ending}
      </div>
      {next && (
        <p id={`${id}-why`} className="survey-why">
          {blocked && (wrong ? issue(wrong.issue) : t('sondaggio_completa'))}
        </p>
      )}
    </>
  )
}
