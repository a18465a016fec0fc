import { type ErrorEntry, isInputFault } from '@sportello/contract'
import { useMutation } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type FieldValues, FormProvider, type Path, type UseFormReturn, useForm, useFormState } from 'react-hook-form'
import { CallError } from '../../shared/call.ts'
import { Button } from '../../shared/ui/button.tsx'
import { useWords } from '../words.tsx'
import { type ConcurrentChange, ConcurrentChangeNotice } from './concurrent-change.tsx'
import { Dialog } from './dialog.tsx'
import { FieldFaultsContext, FieldNamesContext } from './field.tsx'
import { errorsByField } from './form-errors.ts'
import { type Offer, showToast } from './toasts.tsx'
import { useMessages } from './use-messages.ts'

interface EditModalProps<Draft extends FieldValues> {
  title: string
  children: ReactNode
  /**
   * React Hook Form of the modal's fields. If the fields are valid, the modal can be saved; if they have unsaved
   * changes, the modal asks the operator before it closes.
   */
  form?: UseFormReturn<Draft>
  /** Whether the modal has unsaved changes; set by modals with input outside of `form`. */
  changed?: boolean
  /** Label of the modal's save button; "Salva" by default. */
  saveLabel?: string
  /** Label of the modal's cancel button; "Annulla" by default. */
  cancelLabel?: string
  /** Disables the save button while required input is missing (administrator specification, section 5). */
  disabled?: boolean
  /** Whether the modal's action cannot be undone; the save button then has the danger colour. */
  danger?: boolean
  /**
   * Disables all fields of the modal (administrator specification, section 2: "In delete mode every field is
   * disabled").
   */
  frozen?: boolean
  size?: 'small' | 'medium' | 'large'
  /** Saves the edited resource. If saving fails, the modal shows the error at the fields that the error names. */
  save: () => Promise<unknown>
  /**
   * Returns a warning about the data that saving destroys, or null. The operator must confirm the warning before `save`
   * runs.
   */
  impact?: () => Promise<string | null>
  /** Text of the toast that the modal shows after saving; null if `save` shows a toast itself. */
  done: string | null
  /** Action in the toast that the modal shows after saving, such as "Undo". */
  offer?: Offer | undefined
  /**
   * Loads the current version of the resource after a version conflict and keeps the operator's input. Returns the
   * other operator's changes.
   */
  reload?: () => Promise<ConcurrentChange | undefined>
  /** Hint after a version conflict, for modals that cannot reload the resource in place. */
  conflictHint?: string
  onClose: () => void
}

/**
 * Modal in which an operator changes one resource. The modal shows the server's errors inside, and asks the operator
 * before it discards unsaved changes.
 */
export function EditModal<Draft extends FieldValues = FieldValues>({ title, children, size = 'medium', onClose, ...rest }: EditModalProps<Draft>) {
  const { t } = useWords()
  const noForm = useForm<Draft>()
  const draft = rest.form ?? noForm
  const { isDirty, isValid, errors } = useFormState({ control: draft.control })
  const changed = rest.changed ?? (isDirty && !rest.frozen)
  const all = errorsByField(errors)
  const refusals = Object.fromEntries(all.flatMap(({ name, type, message }) => (type === 'server' ? [[name, message]] : [])))
  // A server error does not disable saving, because the server may accept the same draft at the next attempt.
  const isIncomplete = all.length === 0 ? !isValid : all.some(({ type }) => type !== 'server')
  const isBarred = rest.disabled || (rest.form !== undefined && !rest.frozen && isIncomplete)
  const [isLeaving, setIsLeaving] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const alert = useRef<HTMLDivElement>(null)
  const saving = useMutation({
    mutationFn: rest.save,
    onSuccess: () => {
      if (rest.done !== null) showToast(rest.done, rest.offer)
      onClose()
    },
  })
  const [impact, setImpact] = useState<string | null>(null)
  const weighing = useMutation({
    mutationFn: async () => (await rest.impact?.()) ?? null,
    onSuccess: (warning) => (warning === null ? saving.mutate() : setImpact(warning)),
  })
  const isBusy = saving.isPending || weighing.isPending
  const failed = saving.error ?? weighing.error
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  const tellName = useCallback((name: string, label: string) => setNames((before) => (before[name] === label ? before : { ...before, [name]: label })), [])
  const { setError } = draft
  useEffect(() => {
    if (!failed) return
    for (const [name, message] of faultsByField(failed)) setError(name as Path<Draft>, { type: 'server', message })
    alert.current?.focus()
  }, [failed, setError])
  // Focuses the first field that the operator can change; React Aria would focus the modal's first field even if it is
  // read-only.
  useLayoutEffect(() => form.current?.querySelector<HTMLElement>(':is(input, select, textarea):not([readonly], :disabled)')?.focus(), [])
  const blocker = useBlocker({
    shouldBlockFn: ({ action }) => action !== 'REPLACE',
    enableBeforeUnload: changed,
    disabled: !changed,
    withResolver: true,
  })

  const [concurrentChange, setConcurrentChange] = useState<ConcurrentChange>()
  // Counts the reloads, because each one begins a new choice of values.
  const [changeCount, setChangeCount] = useState(0)
  function reloaded(changes: ConcurrentChange | undefined): void {
    setConcurrentChange(changes)
    setChangeCount(changeCount + 1)
    // Validates the draft after the reload, which clears the server's errors.
    void draft.trigger()
    saving.reset()
    weighing.reset()
    form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus()
  }
  function goOn(): void {
    setImpact(null)
    saving.mutate()
  }
  const dismiss = () => (isBusy ? undefined : changed ? setIsLeaving(true) : onClose())
  function stay(): void {
    setIsLeaving(false)
    blocker.reset?.()
  }
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    // Ignores the submit event of a form in a nested dialog, which React bubbles up to this form.
    if (event.target !== form.current || isBarred || isBusy) return
    // Validating the draft also clears the server's errors.
    if (rest.frozen || (await draft.trigger())) weighing.mutate()
  }

  return (
    <Dialog title={title} size={size} onDismiss={dismiss} actions={null}>
      <form ref={form} onSubmit={(event) => void submit(event)} noValidate className="modal-form">
        <div ref={alert} role="alert" {...(failed && { tabIndex: -1 })} className="modal-alert">
          {failed && <Refusal error={failed} names={names} reload={rest.reload} conflictHint={rest.conflictHint} onReloaded={reloaded} />}
        </div>
        {concurrentChange && (
          <ConcurrentChangeNotice key={changeCount} concurrentChange={concurrentChange} form={draft as unknown as UseFormReturn} labels={names} />
        )}
        <FormProvider {...draft}>
          <FieldNamesContext value={tellName}>
            <FieldFaultsContext value={refusals}>
              <fieldset className="modal-fields" disabled={rest.frozen || isBusy}>
                {children}
              </fieldset>
            </FieldFaultsContext>
          </FieldNamesContext>
        </FormProvider>
        <div className="dialog-actions">
          <Button onClick={dismiss} disabled={isBusy}>
            {rest.cancelLabel ?? t('cancel')}
          </Button>
          <Button type="submit" weight="primary" className={rest.danger ? 'button-danger' : ''} disabled={isBarred || isBusy}>
            {isBusy ? t('saving') : (rest.saveLabel ?? t('save'))}
          </Button>
        </div>
      </form>
      {impact !== null && <ImpactQuestion title={title} text={impact} onCancel={() => setImpact(null)} onConfirm={goOn} />}
      {(isLeaving || blocker.status === 'blocked') && <LeaveQuestion onStay={stay} onLeave={blocker.proceed ?? onClose} />}
    </Dialog>
  )
}

function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { t } = useWords()
  const stay = useRef<HTMLButtonElement>(null)
  // Focuses the button that keeps the changes, so that pressing Enter loses no input.
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

function ImpactQuestion({ title, text, onCancel, onConfirm }: { title: string; text: string; onCancel: () => void; onConfirm: () => void }) {
  const { t } = useWords()
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => cancel.current?.focus(), [])
  const actions = (
    <>
      <Button ref={cancel} onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button weight="primary" className="button-danger" onClick={onConfirm}>
        {t('confirm_anyway')}
      </Button>
    </>
  )
  return (
    <Dialog title={title} onDismiss={onCancel} actions={actions}>
      <p className="notice notice-danger">{text}</p>
    </Dialog>
  )
}

/** Returns the field names that a server error contains, each with its message. */
function faultsByField(error: Error): [string, string][] {
  const entries: readonly ErrorEntry[] = error instanceof CallError ? error.errors : []
  return entries.flatMap(({ data }): [string, string][] => (data.field ? [[data.field, data.message]] : []))
}

/**
 * Returns the messages of a server error that names fields, each with the field's label in front, or with the server's
 * field name if the modal has no such field.
 */
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
  reload: (() => Promise<ConcurrentChange | undefined>) | undefined
  conflictHint: string | undefined
  onReloaded: (concurrentChange: ConcurrentChange | undefined) => void
}

function Refusal({ error, names, reload, conflictHint, onReloaded }: RefusalProps) {
  const { t } = useWords()
  const messagesOf = useMessages()
  const named = namedFaults(error, names)
  const messages = named.length > 0 ? [...new Set(named)] : messagesOf(error)
  const reloading = useMutation({ mutationFn: async () => reload?.(), onSuccess: onReloaded })
  const isConflict = error instanceof CallError && error.errors.some(({ data }) => data.code === 'forms_mgmt0004')
  return (
    <div className="notice notice-danger">
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
      {isConflict && conflictHint !== undefined && <p>{conflictHint}</p>}
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
