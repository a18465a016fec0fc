import type { FormTest } from '@sportello/contract'
import { useId, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { manage } from '../../call.ts'
import { EditModal } from '../../ui/edit-modal.tsx'
import { showErrorToast, showToast } from '../../ui/toasts.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'
import { TestModal } from './test-modal.tsx'
import { TestOutcome } from './test-outcome.tsx'
import { formTestsPath, isFailing, useFormTests, useRunAgain } from './use-form-tests.ts'
import './form-tests.css'

interface TestSectionProps {
  definition: string
  /** Changes whenever the stored draft changes, so that the tests run again. */
  seen: string
  readOnly: boolean
}

/**
 * Section with the recorded tests of a form, which run on the form's draft. It shows the tests whose outcome has
 * changed, and the actions available to the author.
 */
export function TestSection({ definition, seen, readOnly }: TestSectionProps) {
  const { t, language } = useWords()
  const id = useId()
  const messages = useMessages()
  const { data: tests, error, isFetching } = useFormTests(definition, seen)
  const runAgain = useRunAgain(definition)
  const [task, setTask] = useState<{ kind: 'edit' | 'delete'; test: FormTest } | null>(null)
  const failing = tests?.filter(isFailing).length ?? 0
  const status = () => {
    if (error) return messages(error).join(' ')
    if (!tests) return t('loading')
    if (tests.length === 0) return t('tests_none')
    return failing === 0 ? t('tests_all_pass') : t('tests_some_fail', new Intl.NumberFormat(language).format(failing))
  }
  return (
    <section className="form-tests" aria-labelledby={id}>
      <h4 id={id}>{t('tests_title')}</h4>
      <p className="hint">{t('tests_hint')}</p>
      <Button onClick={() => void runAgain()} disabled={isFetching || !tests?.length}>
        {t('tests_run')}
      </Button>
      <p role="status">{status()}</p>
      {tests && tests.length > 0 && (
        <ol className="plain-list">
          {tests.map((test) => (
            <TestItem key={test.id} definition={definition} test={test} readOnly={readOnly} onTask={(kind) => setTask({ kind, test })} />
          ))}
        </ol>
      )}
      {task?.kind === 'edit' && <TestModal definition={definition} test={task.test} input={task.test.input} onClose={() => setTask(null)} />}
      {task?.kind === 'delete' && (
        <EditModal
          title={t('test_delete')}
          size="small"
          danger
          saveLabel={t('test_delete')}
          save={async () => {
            await manage('DELETE', `${formTestsPath(definition)}/${task.test.id}`)
            await runAgain()
          }}
          done={t('deleted', task.test.name)}
          onClose={() => setTask(null)}
        >
          <p>{t('test_delete_text', task.test.name)}</p>
        </EditModal>
      )}
    </section>
  )
}

interface TestItemProps {
  definition: string
  test: FormTest
  readOnly: boolean
  onTask?: (kind: 'edit' | 'delete') => void
}

/** A recorded test together with its outcome. */
export function TestItem({ definition, test, readOnly, onTask }: TestItemProps) {
  const { t } = useWords()
  const messages = useMessages()
  const runAgain = useRunAgain(definition)
  const [isBusy, setIsBusy] = useState(false)
  async function accept(): Promise<void> {
    setIsBusy(true)
    try {
      await manage('PUT', `${formTestsPath(definition)}/${test.id}`, { body: {} })
      showToast(t('test_changed', test.name))
      await runAgain()
    } catch (failure) {
      if (failure instanceof Error) showErrorToast(messages(failure).join(' '))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <li className="form-test">
      <span className={isFailing(test) ? 'badge state-failed' : 'badge state-sent'}>{t(isFailing(test) ? 'test_fails' : 'test_passes')}</span>{' '}
      <strong>{test.name}</strong>
      {isFailing(test) && <TestOutcome test={test} />}
      {!readOnly && (
        <p className="form-test-acts">
          {isFailing(test) && (
            <Button disabled={isBusy} aria-label={`${t('test_accept')}: ${test.name}`} onClick={() => void accept()}>
              {t('test_accept')}
            </Button>
          )}
          {onTask && (
            <>
              <Button weight="quiet" aria-label={`${t('test_edit')}: ${test.name}`} onClick={() => onTask('edit')}>
                {t('test_edit')}
              </Button>
              <Button weight="quiet" aria-label={`${t('test_delete')}: ${test.name}`} onClick={() => onTask('delete')}>
                {t('test_delete')}
              </Button>
            </>
          )}
        </p>
      )}
    </li>
  )
}
