import type { FormTest, FormTestInput } from '@sportello/contract'
import { useState } from 'react'
import { manage } from '../../call.ts'
import { EditModal } from '../../ui/edit-modal.tsx'
import { AreaField, CheckField, TextField } from '../../ui/field.tsx'
import { useWords } from '../../words.tsx'
import { formTestsPath, useRunAgain } from './use-form-tests.ts'

interface TestModalProps {
  definition: string
  /** The recorded test to change; undefined to record a new one. */
  test?: FormTest
  input: FormTestInput
  onClose: () => void
}

/** Modal in which an author names a new test, or changes what a recorded one sends. */
export function TestModal({ definition, test, input, onClose }: TestModalProps) {
  const { t } = useWords()
  const runAgain = useRunAgain(definition)
  const [name, setName] = useState(test?.name ?? '')
  const [isCopy, setIsCopy] = useState(false)
  const written = JSON.stringify(input.form_fields, null, 2)
  const [text, setText] = useState(written)
  const answers = parsed(text)
  const path = formTestsPath(definition)
  async function save(): Promise<void> {
    const body = { name, input: { ...input, form_fields: answers ?? {} } }
    if (test && !isCopy) await manage('PUT', `${path}/${test.id}`, { body })
    else await manage('POST', path, { body })
    await runAgain()
  }
  return (
    <EditModal
      title={t(test ? 'test_edit' : 'test_record')}
      disabled={name.trim() === '' || answers === undefined}
      changed={name !== (test?.name ?? '') || text !== written}
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
      {test && <CheckField label={t('test_copy')} name="copy" value={isCopy} onChange={setIsCopy} />}
    </EditModal>
  )
}

/** Parses the answers of a test; undefined for a text that is no JSON object. */
function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
