import { furtherOf, onlyChild, type TagView } from '@sportello/contract'
import { type FormEvent, useId } from 'react'
import { paths } from '../../../shared/paths.ts'
import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { useCustomer } from '../../use-customer.ts'
import { Ending } from '../further/ending.tsx'
import type { SendPanelProps } from '../send/send-panel.tsx'
import { leadToField } from '../wizard/lead-to-field.ts'
import { MandatoryNote } from '../wizard/mandatory-note.tsx'
import { OptionPicker } from '../wizard/option-picker.tsx'
import { StepFields } from '../wizard/step-fields.tsx'
import { cardBefore, faultsOn } from './cards.ts'

interface SurveyCardProps extends Omit<SendPanelProps, 'noted'> {
  /** The open step, the last of `steps`. */
  card: TagView
  onOpen: (codeTag: string) => void
}

/** What a card asks, and the ways on: back to the card before, to the next one when everything here is right, or the send. */
export function SurveyCard({ card, steps, feedback, onOpen, onReveal }: SurveyCardProps) {
  const { config } = useCustomer()
  const { t, issue } = useWords()
  const id = useId()
  const next = onlyChild(card)
  const before = cardBefore(steps)
  const faults = faultsOn(card, feedback.faults)
  const blocked = faults.length > 0
  // What is wrong with an answer that was given, rather than that one is missing.
  const wrong = faults.find(({ issue: { code } }) => code !== 'campo_richiesto' && code !== 'selezionare_valore')
  const ending = card.last && <Ending steps={steps} feedback={feedback} noted={false} onReveal={onReveal} />
  const endsWithFurther = furtherOf(card) !== undefined

  /** Leads on only when everything here is right; else to what is not. */
  function goOn(codeTag: string): void {
    if (!blocked) onOpen(codeTag)
    else {
      feedback.showAll()
      leadToField(faults[0]?.field)
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (next) goOn(next.code_tag)
  }

  return (
    <>
      {/* A dialog's method, without a dialog, sends nothing: not before the script has arrived either. */}
      <form id={id} method="dialog" onSubmit={submit} noValidate>
        <StepFields step={card} feedback={feedback} />
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
      <MandatoryNote steps={[card]} />
      {endsWithFurther && ending}
      <div className="survey-ways">
        {before && <Button onClick={() => onOpen(before.code_tag)}>{t('indietro')}</Button>}
        {next && (
          // Not `disabled`: a button that cannot be reached cannot say why (WCAG 3.3.1).
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
