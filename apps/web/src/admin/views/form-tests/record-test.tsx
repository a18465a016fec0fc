import type { DryRunReport, FormTestInput, PreviewOptions } from '@sportello/contract'
import { isFreeAuthType } from '@sportello/contract'
import { useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import { useTimeZone } from '../../ui/date-time-format.ts'
import { useWords } from '../../words.tsx'
import { TestModal } from './test-modal.tsx'

interface RecordTestProps {
  definition: string
  report: DryRunReport
  options: PreviewOptions
}

/** Button that records the preview's trial submission as a test of the form. */
export function RecordTest({ definition, report, options }: RecordTestProps) {
  const { t } = useWords()
  const may = usePermissions()
  const timeZone = useTimeZone()
  const [isOpen, setIsOpen] = useState(false)
  if (!may.edit) return null
  const today = options.today ?? new Intl.DateTimeFormat('sv', { timeZone }).format(Date.now())
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('test_record')}</Button>
      {isOpen && <TestModal definition={definition} input={inputOf(report, options, today)} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function inputOf({ request }: DryRunReport, { known, form }: PreviewOptions, today: string): FormTestInput {
  const { code_tag, form_fields, further_questions, terms, files, auth_type, email } = request
  return {
    code_tag,
    form_fields,
    further_questions,
    terms,
    files: files.map(({ property, name, size, media_type: type }) => ({ property, name, size, type })),
    // In access modes without a session, the form has no known data about the visitor.
    known: isFreeAuthType(auth_type) ? {} : known,
    today,
    // Only a form has mails and destinations.
    ...(form !== null && auth_type !== 'B2B' && { sent: { form, auth_type, email } }),
  }
}
