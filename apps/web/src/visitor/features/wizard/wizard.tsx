import type { ChildTag, TagView } from '@sportello/contract'
import { type ReactNode, useState } from 'react'
import { paths } from '../../../shared/paths.ts'
import { useWords, type Words } from '../../../shared/phrase.tsx'
import { useNavigation } from '../../navigation.tsx'
import { PartFailed } from '../../pages/part-failed.tsx'
import { useCustomer } from '../../use-customer.ts'
import { type Answering, needsAnswering, useAnswering } from './answering-context.tsx'
import { ChangeChoice } from './change-choice.tsx'
import { useDraft } from './draft.tsx'
import type { Feedback } from './feedback.ts'
import { FormTitle } from './form-title.tsx'
import { OptionPicker } from './option-picker.tsx'
import { OptionRadios } from './option-radios.tsx'
import { Step } from './step.tsx'
import { StepBlocks } from './step-blocks.tsx'
import { useFocusOnNewStep } from './use-focus-on-new-step.ts'

/** Shows the form as a timeline of steps. The last step in the timeline is open. */
export function Wizard({ steps }: { steps: readonly TagView[] }) {
  const { config } = useCustomer()
  const { t } = useWords()
  const { navigate, pending, arriving } = useNavigation()
  const { answering } = useAnswering()
  const { carried } = useDraft()
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const [change, setChange] = useState<{ from: ChildTag; to: ChildTag } | null>(null)
  const open = steps.at(-1)
  // To open a later step, the page must load all steps that lead to it. Each of them is shown as soon as it is loaded.
  // The specification's delay of 350 ms per step is left out (visitor specification, section 4: the autopilot).
  const shown = arriving?.steps ?? steps
  const Picker = config.show_radio_buttons ? OptionRadios : OptionPicker
  useFocusOnNewStep(open?.code_tag)

  function go(option: ChildTag): void {
    setChange(null)
    setExpanded(new Set())
    navigate(paths.open(config.form_code, option.code_tag))
  }

  /** `parts` are the code for questions with the errors of all steps; null until a step has something to answer. */
  function choose(step: TagView, option: ChildTag, parts: (Answering & { feedback: Feedback }) | null): void {
    const from = choiceAt(steps, step)
    if (from?.code_tag === option.code_tag) return
    if (from) setChange({ from, to: option })
    // An answer above the options would be out of sight in the next step.
    else if (parts?.hasFaults(step, parts.feedback)) parts.showFaults(step, parts.feedback)
    else go(option)
  }

  function toggle(codeTag: string): void {
    setExpanded((now) => (now.has(codeTag) ? new Set([...now].filter((code) => code !== codeTag)) : new Set([...now, codeTag])))
  }

  function reveal(codes: readonly string[]): void {
    setExpanded((now) => new Set([...now, ...codes]))
  }

  /** The shown steps. `feedback` is null until a step has something to answer. */
  function timeline(feedback: Feedback | null): ReactNode {
    return shown.map((step, at) => {
      const choice = choiceAt(shown, step)
      const finished = choice !== undefined
      const parts = feedback && answering && { ...answering, feedback, ends: step === open && step.last }
      return (
        <Step
          key={step.code_tag}
          step={step}
          number={shown.slice(0, at + 1).filter(isCounted).length}
          choice={choice}
          expanded={!finished || expanded.has(step.code_tag)}
          incomplete={finished && parts?.hasFaults(step, parts.feedback) === true}
          onToggle={() => toggle(step.code_tag)}
        >
          {parts?.ends && <parts.MandatoryNote steps={steps} />}
          {parts ? <parts.StepFields step={step} feedback={parts.feedback} /> : <StepBlocks step={step} />}
          {step.children.length > 0 && (
            <Picker
              key={step.code_tag}
              name={step.tag_description}
              options={step.children}
              chosen={choice?.code_tag}
              hrefOf={(option) => paths.open(config.form_code, option.code_tag)}
              onChoose={(option) => choose(step, option, parts)}
            />
          )}
          {parts?.ends && <parts.Ending steps={steps} feedback={parts.feedback} onReveal={reveal} />}
          {parts && step === open && <parts.SaveLater steps={steps} />}
        </Step>
      )
    })
  }

  if (answering === null && needsAnswering(steps)) return <PartFailed />
  return (
    <div className="wizard" aria-busy={pending || undefined}>
      <FormTitle />
      <div role="status">{carried.size > 0 && <p className="notice">{t('modulo_cambiato')}</p>}</div>
      {answering ? <answering.WithFeedback steps={steps}>{timeline}</answering.WithFeedback> : timeline(null)}
      <p className="visually-hidden" role="status">
        {pending ? waiting(arriving, t) : ''}
      </p>
      {change && (
        <ChangeChoice from={change.from.tag_description} to={change.to.tag_description} onCancel={() => setChange(null)} onConfirm={() => go(change.to)} />
      )}
    </div>
  )
}

/** Returns true if the step has a number in the timeline. Language steps have none. */
function isCounted(step: TagView): boolean {
  return step.tag_type !== 'FORM_LANG'
}

function waiting(arriving: ReturnType<typeof useNavigation>['arriving'], t: Words['t']): string {
  if (!arriving) return t('caricamento')
  const { steps, total } = arriving
  return t('passo_di', String(steps.length), String(total), steps.at(-1)?.tag_description ?? '')
}

/** Returns the option that the visitor chose in a step; undefined if the step is the open step. */
function choiceAt(steps: readonly TagView[], step: TagView): ChildTag | undefined {
  const next = steps[steps.indexOf(step) + 1]
  return next && step.children.find((child) => child.code_tag === next.code_tag)
}
