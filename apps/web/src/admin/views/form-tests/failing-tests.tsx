import type { FormTest } from '@sportello/contract'
import { MAX_VERSION_MESSAGE } from '@sportello/contract'
import { usePermissions } from '../../account.ts'
import { AreaField } from '../../ui/field.tsx'
import { useWords } from '../../words.tsx'
import { TestItem } from './test-section.tsx'

interface FailingTestsProps {
  definition: string
  failing: readonly FormTest[]
  reason: string
  onReason: (reason: string) => void
}

/**
 * Lists the recorded tests whose outcome would change with the publication. The author can correct the form, accept the
 * new
 * outcomes, or type a reason and publish anyway.
 */
export function FailingTests({ definition, failing, reason, onReason }: FailingTestsProps) {
  const { t, language } = useWords()
  const may = usePermissions()
  const title = t('tests_some_fail', new Intl.NumberFormat(language).format(failing.length))
  return (
    <>
      <section className="notice notice-danger form-tests-failing" aria-label={title}>
        <strong>{title}</strong>
        <ol className="plain-list">
          {failing.map((test) => (
            <TestItem key={test.id} definition={definition} test={test} readOnly={!may.edit} />
          ))}
        </ol>
      </section>
      <AreaField
        label={t('test_reason')}
        name="test_reason"
        hint={t('test_reason_hint')}
        required
        maxLength={MAX_VERSION_MESSAGE}
        value={reason}
        onChange={onReason}
      />
    </>
  )
}
