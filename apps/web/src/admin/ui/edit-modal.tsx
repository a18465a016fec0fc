import { type ErrorEntry, isInputFault } from '@sportello/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { CallError } from '../../shared/call.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { holdAddress } from '../address.ts'
import { type Offer, useSay } from '../shell/toasts.tsx'
import { useWords } from '../words.tsx'
import { FieldFaultsContext, FieldNamesContext } from './field.tsx'
import { WordedError } from './worded-error.ts'

interface EditModalProps {
  title: string
  children: ReactNode
  /** Whether there is something to lose: leaving then asks. */
  changed?: boolean
  /** Of the button that does it; 'Salva' without. */
  saveLabel?: string
  /** Administrator specification, section 5: saving is disabled while something is missing. */
  disabled?: boolean
  /** What it does cannot be taken back. */
  danger?: boolean
  /** Nothing in it can be changed (administrator specification, section 2: "In delete mode every field is disabled"). */
  frozen?: boolean
  size?: 'small' | 'medium' | 'large'
  /** Does it; what it throws is told in the modal, at the fields that it names. */
  save: () => Promise<unknown>
  /** Said once it is done; empty where the modal's owner says it. */
  done: string
  /** What may then be done about it. */
  offer?: Offer | undefined
  /** Reads the thing again, after somebody else changed it; what was typed stays. */
  reload?: () => Promise<unknown>
  onClose: () => void
}

/** A modal that changes one thing. The answer to every refusal is in it, and it is never closed over unsaved changes without asking. */
export function EditModal({ title, children, changed = false, size = 'medium', onClose, ...rest }: EditModalProps) {
  const { t } = useWords()
  const say = useSay()
  const [leaving, setLeaving] = useState<(() => void) | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const alert = useRef<HTMLDivElement>(null)
  const saving = useMutation({
    mutationFn: rest.save,
    onSuccess: () => {
      if (rest.done !== '') say(rest.done, rest.offer)
      onClose()
    },
  })
  const failed = saving.error
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  const tellName = useCallback((name: string, label: string) => setNames((before) => (before[name] === label ? before : { ...before, [name]: label })), [])
  useEffect(() => {
    if (failed) alert.current?.focus()
  }, [failed])
  // A dialog would begin at a field that cannot be changed.
  useLayoutEffect(() => form.current?.querySelector<HTMLElement>(':is(input, select, textarea):not([readonly], :disabled)')?.focus(), [])
  useEffect(() => keepPlace, [])
  useEffect(() => (changed ? holdAddress((leave) => setLeaving(() => leave)) : undefined), [changed])

  function reloaded(): void {
    saving.reset()
    form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus()
  }
  const dismiss = () => (saving.isPending ? undefined : changed ? setLeaving(() => onClose) : onClose())
  function submit(event: FormEvent): void {
    event.preventDefault()
    // A form inside a dialog inside this one bubbles through React's tree.
    if (event.target === form.current && !rest.disabled && !saving.isPending) saving.mutate()
  }

  return (
    <Dialog title={title} size={size} onDismiss={dismiss} actions={null}>
      <form ref={form} onSubmit={submit} noValidate className="modal-form">
        <div ref={alert} role="alert" {...(failed && { tabIndex: -1 })} className="modal-alert">
          {failed && <Refusal error={failed} names={names} reload={rest.reload} onReloaded={reloaded} />}
        </div>
        <FieldNamesContext value={tellName}>
          <FieldFaultsContext value={faultsByField(failed)}>
            <fieldset className="modal-fields" disabled={rest.frozen || saving.isPending}>
              {children}
            </fieldset>
          </FieldFaultsContext>
        </FieldNamesContext>
        <div className="dialog-actions">
          <Button onClick={dismiss} disabled={saving.isPending}>
            {t('cancel')}
          </Button>
          <Button type="submit" weight="primary" className={rest.danger ? 'button-danger' : ''} disabled={rest.disabled || saving.isPending}>
            {saving.isPending ? t('saving') : (rest.saveLabel ?? t('save'))}
          </Button>
        </div>
      </form>
      {leaving && <LeaveQuestion onStay={() => setLeaving(null)} onLeave={leaving} />}
    </Dialog>
  )
}

/** What opened a modal may be gone with the row that it stood in: reading then goes on from the view's heading. */
function keepPlace(): void {
  setTimeout(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('#view h1')?.focus()
  })
}

function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { t } = useWords()
  const stay = useRef<HTMLButtonElement>(null)
  // Enter must not lose anything.
  useEffect(() => stay.current?.focus(), [])
  const actions = (
    <>
      <Button onClick={onLeave}>{t('leave_without_saving')}</Button>
      <Button weight="primary" ref={stay} onClick={onStay}>
        {t('keep_editing')}
      </Button>
    </>
  )
  return (
    <Dialog title={t('unsaved_title')} onDismiss={onStay} actions={actions}>
      <p>{t('unsaved_text')}</p>
    </Dialog>
  )
}

function faultsByField(error: Error | null): Readonly<Record<string, string>> {
  const entries: readonly ErrorEntry[] = error instanceof CallError ? error.errors : []
  return Object.fromEntries(entries.flatMap(({ data }) => (data.field ? [[data.field, data.message]] : [])))
}

/** What a failed call says, or something else that failed, each thing once. */
export function useMessages(): (error: Error) => string[] {
  const { t } = useWords()
  return (error) => {
    if (error instanceof WordedError) return [t(error.key)]
    if (!(error instanceof CallError) || error.errors.length === 0) return [t(error instanceof CallError && error.status > 0 ? 'unreadable' : 'unreachable')]
    return [...new Set(error.errors.map(({ data }) => data.message || data.code))]
  }
}

/** A refusal of input that says why is led by the field's name, as its label has it, else as the server has it. */
function namedFaults(error: Error, names: Readonly<Record<string, string>>): string[] {
  const entries: readonly ErrorEntry[] = error instanceof CallError ? error.errors : []
  return entries.flatMap(({ data: { field = '', params, message } }) => {
    const name = names[field] ?? (isInputFault(params[0]) ? field : '')
    return name === '' ? [] : [`${name}: ${message}`]
  })
}

interface RefusalProps {
  error: Error
  names: Readonly<Record<string, string>>
  reload: (() => Promise<unknown>) | undefined
  onReloaded: () => void
}

function Refusal({ error, names, reload, onReloaded }: RefusalProps) {
  const { t } = useWords()
  const told = useMessages()
  const named = namedFaults(error, names)
  const messages = named.length > 0 ? [...new Set(named)] : told(error)
  const reloading = useMutation({ mutationFn: async () => reload?.(), onSuccess: onReloaded })
  const isConflict = error instanceof CallError && error.errors.some(({ data }) => data.code === 'forms_mgmt0004')
  return (
    <div className="notice notice-danger">
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
      {isConflict && reload && (
        <>
          <p>{t('conflict_text')}</p>
          <Button onClick={() => reloading.mutate()} disabled={reloading.isPending}>
            {t('conflict_reload')}
          </Button>
          {reloading.error && <p>{t('unreachable')}</p>}
        </>
      )}
    </div>
  )
}
