import type { ShownForm, TestedDestination } from '@sportello/contract'
import { useId, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { manage } from '../../call.ts'
import { useMessages } from '../../ui/edit-modal.tsx'
import { Field } from '../../ui/field.tsx'
import { useWords } from '../../words.tsx'
import { formPath } from './form-calls.ts'
import type { FormDraft } from './form-draft.ts'
import type { TabProps } from './form-tab.tsx'

/** Where tickets go beside the built-in list: as JSON, as a bundle has it (docs/webhooks.md). Those that are saved can be tried out. */
export function DestinationsTab({ draft, change, form }: TabProps & { form: ShownForm | undefined }) {
  const { t } = useWords()
  const [text, setText] = useState(() => (draft.params.destination === undefined ? '' : JSON.stringify(inOrder(draft.params.destination), null, 2)))
  const isJson = text.trim() === '' || parsed(text) !== undefined
  const saved = namesOf(form?.params.destination)
  function write(next: string): void {
    setText(next)
    const destination = next.trim() === '' ? undefined : parsed(next)
    // What is no JSON yet is sent as it stands, so that it cannot be saved by mistake.
    change({ params: { ...draft.params, destination: next.trim() === '' ? undefined : (destination ?? next) } as FormDraft['params'] })
  }
  return (
    <>
      <Field label={t('destinations')} name="params.destination" hint={t('destinations_hint')} fault={isJson ? undefined : t('destinations_wrong')}>
        {(control) => (
          <textarea
            {...control}
            className="control"
            rows={12}
            spellCheck={false}
            placeholder={EXAMPLE}
            value={text}
            onChange={(event) => write(event.target.value)}
          />
        )}
      </Field>
      {form && saved.length > 0 && (
        <ul className="plain-list">
          {saved.map((name) => (
            <Saved key={name} form={form.id} name={name} />
          ))}
        </ul>
      )}
    </>
  )
}

const EXAMPLE = '{ "kind": "webhook", "url": "https://…", "secret": "whsec_…" }'

function Saved({ form, name }: { form: string; name: string }) {
  const { t, language } = useWords()
  const messages = useMessages()
  const title = useId()
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
    <li>
      <span id={title}>{name}</span>{' '}
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
    </li>
  )
}

/** The kind and the name first: the database keeps no order. */
function inOrder(destination: unknown): unknown {
  if (Array.isArray(destination)) return destination.map(inOrder)
  const { kind, name, ...rest } = destination as { kind?: unknown; name?: unknown }
  return { kind, name, ...rest }
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** Of those that a job delivers to: a desk's mail is tried by sending one. */
function namesOf(destination: unknown): string[] {
  return [destination ?? []].flat().flatMap((each: unknown) => {
    const { kind, name } = each as { kind?: unknown; name?: unknown }
    return kind === 'webhook' || kind === 'zammad' ? [typeof name === 'string' ? name : kind] : []
  })
}
