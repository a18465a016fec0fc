import type { FormTest, FormTestInput } from '@sportello/contract'
import { useState } from 'react'
import { manage } from '../../call.ts'
import { EditModal } from '../../ui/edit-modal.tsx'
import { AreaField, CheckField, SelectField, TextField } from '../../ui/field.tsx'
import { useWords } from '../../words.tsx'
import { readAnswers, readOutcome, type WrittenOutcome, writtenOutcome } from './expected-outcome.ts'
import { OutcomeFields } from './outcome-fields.tsx'
import { formTestsPath, useRunAgain } from './use-form-tests.ts'

interface TestModalProps {
  definition: string
  /** The recorded test to edit; undefined if the author records a new test. */
  test?: FormTest
  input: FormTestInput
  onClose: () => void
}

/**
 * Modal for a recorded test. The author names a new test, or changes the input and the expected outcome of an existing
 * one.
 */
export function TestModal({ definition, test, input, onClose }: TestModalProps) {
  const { t } = useWords()
  const runAgain = useRunAgain(definition)
  const [name, setName] = useState(test?.name ?? '')
  const [isCopy, setIsCopy] = useState(false)
  const before = JSON.stringify(input.form_fields, null, 2)
  const [text, setText] = useState(before)
  const [withSent, setWithSent] = useState(input.sent !== undefined)
  /** The expected outcome that the author writes; null for what the draft gives now. */
  const [written, setWritten] = useState<WrittenOutcome | null>(null)
  const answers = readAnswers(text)
  // Without a form, a test has no mails and no deliveries.
  const outcome = written && readOutcome(withSent ? written : { ...written, mails: undefined, deliveries: undefined })
  const unreadable = Array.isArray(outcome) ? outcome : []
  const path = formTestsPath(definition)
  async function save(): Promise<void> {
    const { sent, ...unsent } = input
    const body = {
      name,
      input: { ...unsent, form_fields: answers ?? {}, ...(withSent && sent && { sent }) },
      ...(outcome && !Array.isArray(outcome) && { expected: outcome }),
    }
    if (test && !isCopy) await manage('PUT', `${path}/${test.id}`, { body })
    else await manage('POST', path, { body })
    await runAgain()
  }
  return (
    <EditModal
      title={t(test ? 'test_edit' : 'test_record')}
      disabled={name.trim() === '' || answers === undefined || unreadable.length > 0}
      changed={name !== (test?.name ?? '') || text !== before || written !== null || withSent !== (input.sent !== undefined)}
      save={save}
      done={t(test && !isCopy ? 'test_changed' : 'test_recorded', name)}
      onClose={onClose}
    >
      <TextField label={t('test_name')} name="name" required maxLength={200} value={name} onChange={setName} />
      <AreaField
        label={t('test_answers')}
        name="form_fields"
        hint={t('test_answers_hint')}
        fault={answers === undefined ? t('definition_not_json', '') : undefined}
        rows={8}
        spellCheck={false}
        value={text}
        onChange={setText}
      />
      {input.sent && <CheckField label={t('test_sent', input.sent.form)} name="sent" hint={t('test_sent_hint')} value={withSent} onChange={setWithSent} />}
      {test && (
        <SelectField
          label={t('test_expected_by')}
          name="expected"
          value={written ? 'written' : 'now'}
          onChange={(value) => setWritten(value === 'written' ? writtenOutcome(test.expected) : null)}
          choices={(['now', 'written'] as const).map((value) => ({ value, label: t(`test_expected_${value}`) }))}
        />
      )}
      {written && <OutcomeFields written={written} unreadable={unreadable} onChange={setWritten} />}
      {test && <CheckField label={t('test_copy')} name="copy" value={isCopy} onChange={setIsCopy} />}
    </EditModal>
  )
}
