import { useMutation } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, type Ref, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type FieldValues, FormProvider, type Path, type UseFormReturn, useForm, useFormState } from 'react-hook-form'
import { Button } from '../../shared/ui/button.tsx'
import { type DashboardSearch, places } from '../address.ts'
import { useWords } from '../words.tsx'
import { type ConcurrentChange, ConcurrentChangeNotice } from './concurrent-change.tsx'
import { ImpactQuestion, LeaveQuestion } from './edit-questions.tsx'
import { faultsByField, Refusal } from './edit-refusal.tsx'
import { FieldFaultsContext, FieldNamesContext } from './field.tsx'
import { errorsByField } from './form-errors.ts'
import { type Offer, showToast } from './toasts.tsx'

/**
 * Props of an editing modal or page section: the resource that the operator edits, the texts to show, and the function
 * that saves.
 */
export interface EditProps<Draft extends FieldValues> {
  /** Title of the dialogs in which the modal asks for confirmation. */
  title: string
  children: ReactNode
  /**
   * React Hook Form object for the modal's fields. The operator can save only if all fields are valid; before the modal
   * closes with unsaved changes, it asks the operator.
   */
  form?: UseFormReturn<Draft>
  /** True if the modal has unsaved changes. Modals set it if they have input fields outside `form`. */
  changed?: boolean
  /** Label of the modal's save button; "Salva" by default. */
  saveLabel?: string
  /** Label of the modal's cancel button; "Annulla" by default. */
  cancelLabel?: string
  /** Disables the save button while required input is missing (administrator specification, section 5). */
  disabled?: boolean
  /** True if the modal's action cannot be undone. The save button then has the colour for dangerous actions. */
  danger?: boolean
  /**
   * Disables all fields of the modal (administrator specification, section 2: "In delete mode every field is
   * disabled").
   */
  frozen?: boolean
  /**
   * Saves the edited resource. If the server rejects the changes, the error names fields, and the modal shows the error
   * at
   * these fields.
   */
  save: () => Promise<unknown>
  /**
   * Returns warnings, one per line, if saving deletes data or makes links stop working; otherwise null. If there are
   * warnings, `save` runs only after the operator has confirmed them.
   */
  impact?: () => Promise<readonly string[] | null>
  /** Text of the message that appears after saving; null if `save` shows its own message. */
  done: string | null
  /** Button in the message that appears after saving, such as "Undo". */
  offer?: Offer | undefined
  /**
   * After a version conflict, loads the current version of the resource but keeps the operator's input. Returns the
   * other operator's changes.
   */
  reload?: () => Promise<ConcurrentChange | undefined>
  /** Hint after a version conflict, for modals that cannot reload the resource without closing. */
  conflictHint?: string
  onClose: () => void
}

/** Additional properties for editing in a section of a page instead of a modal. */
interface EditPage {
  /** True if the page shows the buttons for saving and cancelling. Operators with read-only access see no buttons. */
  hasActions: boolean
  /** Returns true if opening a given URL of the dashboard would not lose unsaved changes. */
  keeps: (next: DashboardSearch) => boolean
}

interface EditBodyProps<Draft extends FieldValues> extends EditProps<Draft> {
  /** Properties for editing in a section of a page; undefined if the edit runs in a modal. */
  page?: EditPage
  /**
   * Renders the given content inside the modal or page section. `dismiss` closes it, but first asks the operator if
   * there are unsaved changes.
   */
  frame: (content: ReactNode, dismiss: () => void) => ReactNode
}

/**
 * Content of a modal or page section in which an operator changes one resource. It shows the server's errors, asks the
 * operator before it discards unsaved changes, and lets the operator resolve version conflicts.
 */
export function EditBody<Draft extends FieldValues = FieldValues>({ title, children, frame, page, onClose, ...rest }: EditBodyProps<Draft>) {
  const { t } = useWords()
  const noForm = useForm<Draft>()
  const draft = rest.form ?? noForm
  const { isDirty, isValid, errors } = useFormState({ control: draft.control })
  const changed = rest.changed ?? (isDirty && !rest.frozen)
  const all = errorsByField(errors)
  const refusals = Object.fromEntries(all.flatMap(({ name, type, message }) => (type === 'server' ? [[name, message]] : [])))
  // Only errors found by the browser disable the save button. After an error from the server, the operator may save
  // again, because the server may accept the same input at the next attempt.
  const isIncomplete = all.length === 0 ? !isValid : all.some(({ type }) => type !== 'server')
  const isBarred = rest.disabled || (rest.form !== undefined && !rest.frozen && isIncomplete)
  const [isLeaving, setIsLeaving] = useState(false)
  const form = useRef<HTMLElement>(null)
  const alert = useRef<HTMLDivElement>(null)
  const [concurrentChange, setConcurrentChange] = useState<ConcurrentChange>()
  const saving = useMutation({
    mutationFn: rest.save,
    onSuccess: () => {
      // A page section stays open after it has been saved, without the other operator's earlier change.
      setConcurrentChange(undefined)
      if (rest.done !== null) showToast(rest.done, rest.offer)
      onClose()
    },
  })
  const [impact, setImpact] = useState<readonly string[] | null>(null)
  const weighing = useMutation({
    mutationFn: async () => (await rest.impact?.()) ?? null,
    onSuccess: (warnings) => (warnings === null || warnings.length === 0 ? saving.mutate() : setImpact(warnings)),
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
  // Moves the focus to the first field that the operator can change. React Aria would focus the first field even if it
  // is read-only.
  const isPage = page !== undefined
  useLayoutEffect(() => {
    if (!isPage) form.current?.querySelector<HTMLElement>(':is(input, select, textarea):not([readonly], :disabled)')?.focus()
  }, [isPage])
  const blocker = useBlocker({
    shouldBlockFn: ({ action, next }) => action !== 'REPLACE' && !(next.routeId === places.management && page?.keeps(next.search as DashboardSearch)),
    enableBeforeUnload: changed,
    disabled: !changed,
    withResolver: true,
  })

  // Counts the reloads after version conflicts. After each reload the operator chooses again between their own and the
  // other operator's values.
  const [changeCount, setChangeCount] = useState(0)
  function reloaded(changes: ConcurrentChange | undefined): void {
    setConcurrentChange(changes)
    setChangeCount(changeCount + 1)
    // Validates the input again after the reload, which removes the server's errors.
    void draft.trigger()
    saving.reset()
    weighing.reset()
    form.current?.querySelector<HTMLElement>('.dialog-actions > :last-child')?.focus()
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
  async function trySave(): Promise<void> {
    if (isBarred || isBusy) return
    // Validating the input also removes the server's errors.
    if (rest.frozen || (await draft.trigger())) weighing.mutate()
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    // Ignores submit events from forms in nested dialogs, because React also delivers those events to this form.
    if (event.target === form.current) void trySave()
  }
  function leave(): void {
    setIsLeaving(false)
    setConcurrentChange(undefined)
    if (blocker.proceed) blocker.proceed()
    else onClose()
  }

  const content = (
    <>
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
      {(page?.hasActions ?? true) && (
        <div className="dialog-actions">
          <Button onClick={dismiss} disabled={isBusy || (isPage && !changed)}>
            {rest.cancelLabel ?? t('cancel')}
          </Button>
          <Button
            weight="primary"
            className={rest.danger ? 'button-danger' : ''}
            disabled={isBarred || isBusy || (isPage && !changed)}
            {...(isPage ? { onClick: () => void trySave() } : { type: 'submit' })}
          >
            {isBusy ? t('saving') : (rest.saveLabel ?? t('save'))}
          </Button>
        </div>
      )}
    </>
  )
  return frame(
    <>
      {isPage ? (
        <div ref={form as Ref<HTMLDivElement>} className="modal-form">
          {content}
        </div>
      ) : (
        <form ref={form as Ref<HTMLFormElement>} onSubmit={submit} noValidate className="modal-form">
          {content}
        </form>
      )}
      {impact !== null && <ImpactQuestion title={title} lines={impact} onCancel={() => setImpact(null)} onConfirm={goOn} />}
      {(isLeaving || blocker.status === 'blocked') && <LeaveQuestion onStay={stay} onLeave={leave} />}
    </>,
    dismiss,
  )
}
