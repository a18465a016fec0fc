import { type FormField, isHeld, isQuestion, questionOf, type TagView } from '@sportello/contract'
import { isHeaderOrFooterBlock, showsOwnError } from '@sportello/fields/react'
import { use } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { useCustomer } from '../../use-customer.ts'
import { TermsBlock } from '../terms/terms-field.tsx'
import { knownOf, shownOf } from './answers.ts'
import { Block } from './block.tsx'
import { useDraft } from './draft.tsx'
import type { FieldFeedback } from './feedback.ts'
import { Question } from './question.tsx'
import { ScaleContext } from './scale.ts'

/** The information blocks and questions of a step, in their order. */
export function StepFields({ step, feedback }: { step: Pick<TagView, 'form_fields'>; feedback: FieldFeedback }) {
  const draft = useDraft()
  const { config } = useCustomer()
  const { language, issue } = useWords()
  const scale = use(ScaleContext)
  const show = (field: FormField) => {
    if (field.hidden || isHeaderOrFooterBlock(field.type)) return null
    if (field.type === 'TERMS_CONDITIONS') {
      const id = field.id ?? ''
      const missing = feedback.showFaultsOf(id) && feedback.faults.some((fault) => fault.field === id)
      return <TermsBlock key={id} field={field} missing={missing} message={feedback.serverMessages[id]} />
    }
    if (!isQuestion(field)) return <Block key={field.id} field={field} />
    const code = field.value.property_code
    const question = questionOf(field)
    const known = knownOf(config)
    const fault = feedback.showFaultsOf(code) ? feedback.faults.find((each) => each.field === code)?.issue : undefined
    const toldElsewhere = fault !== undefined && showsOwnError(field.value.default_value.input_type, fault.code)
    const message = fault ? (toldElsewhere ? undefined : issue(fault)) : feedback.serverMessages[code]
    return (
      <Question
        key={field.id}
        field={field}
        shown={shownOf(question, draft, language, known)}
        invalid={fault !== undefined || message !== undefined}
        message={message}
        lostFiles={draft.lostFiles[code]}
        today={config.today}
        matches={feedback.matches}
        asRadio={config.show_radio_buttons}
        readOnly={isHeld(question, known)}
        onChange={feedback.onChange}
        onLeave={feedback.onLeave}
      />
    )
  }
  if (!scale?.matrix) return step.form_fields.map(show)
  const { groupsOf, Matrix } = scale.matrix
  return groupsOf(step.form_fields).map((group) => {
    const [first] = group
    return group.length === 1 && first ? (
      show(first)
    ) : (
      <Matrix key={first?.id} group={group}>
        {group.map(show)}
      </Matrix>
    )
  })
}
