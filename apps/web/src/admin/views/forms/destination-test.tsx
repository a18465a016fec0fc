import type { TestedDestination } from '@sportello/contract'
import { useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { manage } from '../../call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'
import { formPath } from './form-calls.ts'

/**
 * Button that sends a test message to a saved destination and shows the destination's response. The test does not open
 * a ticket.
 */
export function DestinationTest({ form, name }: { form: string; name: string }) {
  const { t, language } = useWords()
  const messages = useMessages()
  const [state, setState] = useState<'idle' | 'asking' | TestedDestination | Error>('idle')
  async function ask(): Promise<void> {
    setState('asking')
    setState(
      await manage<TestedDestination>('POST', formPath(form, 'destinations', name, 'test')).catch((error: unknown) =>
        error instanceof Error ? error : new Error(String(error)),
      ),
    )
  }
  return (
    <>
      <Button aria-label={`${t('destination_test')}: ${name}`} disabled={state === 'asking'} onClick={() => void ask()}>
        {t('destination_test')}
      </Button>
      {typeof state === 'object' && (
        <Dialog
          title={t('destination_test_of', name)}
          size="small"
          onDismiss={() => setState('idle')}
          actions={
            <Button weight="primary" onClick={() => setState('idle')}>
              {t('close')}
            </Button>
          }
        >
          <p className="hint">{t('destination_test_text')}</p>
          {state instanceof Error ? (
            messages(state).map((message) => (
              <p key={message} className="notice notice-danger">
                {message}
              </p>
            ))
          ) : (
            <div className={state.delivered ? 'notice' : 'notice notice-danger'} role="status">
              <p>
                {state.status === null ? t('destination_silent') : t('destination_answered', String(state.status), state.duration_ms.toLocaleString(language))}
              </p>
              {state.error && <p>{state.error}</p>}
              {state.answer && <pre className="letter">{state.answer}</pre>}
            </div>
          )}
        </Dialog>
      )}
    </>
  )
}
