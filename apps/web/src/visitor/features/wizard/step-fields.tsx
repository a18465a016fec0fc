import { type FieldFault, isHeld, isQuestion, questionOf, type TagView } from '@sportello/contract'
import { type BlockType, type BlockValues, isBlockType } from '@sportello/fields'
import { blockParts } from '@sportello/fields/react'
import type { ReactNode } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { useCustomer } from '../layout/customer-layout.tsx'
import { shownOf } from './answers.ts'
import { useDraft } from './draft.tsx'
import { Question } from './question.tsx'

export interface FieldFeedback {
  faults: readonly FieldFault[]
  /** Property codes whose faults may be shown: left by the visitor, or all after a first attempt to send. */
  showFaultsOf: (code: string) => boolean
  serverMessages: Readonly<Record<string, string>>
  matches: (pattern: string, value: string) => boolean
  onChange: (code: string, value: unknown, isFile: boolean) => void
  onLeave: (code: string) => void
}

/** The information blocks and the questions of a step, in their order. */
export function StepFields({ step, feedback }: { step: TagView; feedback: FieldFeedback }) {
  const draft = useDraft()
  const { config } = useCustomer()
  const { language } = useWords()
  return step.form_fields.map((field) => {
    if (field.hidden) return null
    if (!isQuestion(field)) return isBlockType(field.type) ? <Block key={field.id} type={field.type} value={field.value} title={field.title} /> : null
    const code = field.value.property_code
    const question = questionOf(field)
    const known = config.metadata ?? {}
    const issues = feedback.showFaultsOf(code) ? feedback.faults.filter((fault) => fault.field === code).map((fault) => fault.issue) : NONE
    return (
      <Question
        key={field.id}
        field={field}
        shown={shownOf(question, draft, language, known)}
        issues={issues}
        serverMessage={feedback.serverMessages[code]}
        lostFiles={draft.lostFiles[code]}
        today={config.today}
        matches={feedback.matches}
        asRadio={config.show_radio_buttons}
        readOnly={isHeld(question, known)}
        onChange={feedback.onChange}
        onLeave={feedback.onLeave}
      />
    )
  })
}

const NONE: readonly never[] = []

function Block({ type, value, title }: { type: BlockType; value: unknown; title: string | undefined }) {
  // The union of block values is told apart by its type; the registry is mapped over it, which the compiler cannot follow here.
  const Part = blockParts[type] as ((props: { value: BlockValues[BlockType]; title?: string | undefined }) => ReactNode) | null
  return Part && <Part value={value as BlockValues[BlockType]} title={title} />
}
