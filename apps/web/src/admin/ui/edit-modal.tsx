import { type ErrorEntry, isInputFault } from '@sportello/contract'
import { useMutation } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type FieldValues, FormProvider, type Path, type UseFormReturn, useForm, useFormState } from 'react-hook-form'
import { CallError } from '../../shared/call.ts'
import { Button } from '../../shared/ui/button.tsx'
import { useWords } from '../words.tsx'
import { Dialog } from './dialog.tsx'
import { FieldFaultsContext, FieldNamesContext } from './field.tsx'
import { errorsByField } from './form-errors.ts'
import { type Meanwhile, MeanwhileNotice } from './meanwhile.tsx'
import { type Offer, showToast } from './toasts.tsx'
import { useMessages } from './use-messages.ts'

interface EditModalProps<Draft extends FieldValues> {
  title: string
  children: ReactNode
  /** The draft, of a modal that has fields: its validity decides about saving, its changes about leaving. */
  form?: UseFormReturn<Draft>
  /** Whether there is something to lose, if the form does not know: leaving then asks. */
  changed?: boolean
  /** Of the button that does it; 'Salva' without. */
  saveLabel?: string
  /** Of the button that leaves it as it was; 'Annulla' without. */
  cancelLabel?: string
  /** Administrator specification, section 5: saving is disabled while something is missing. */
  disabled?: boolean
  /** What it does cannot be taken back. */
  danger?: boolean
  /** Nothing in it can be changed (administrator specification, section 2: "In delete mode every field is disabled"). */
  frozen?: boolean
  size?: 'small' | 'medium' | 'large'
  /** Does it; what it throws is told in the modal, at the fields that it names. */
  save: () => Promise<unknown>
  /** Works out what saving destroys; what it answers is put to the operator, who confirms before `save` runs. */
  impact?: () => Promise<string | null>
  /** Said once it is done, unless `save` says more. */
  done: string | null
  /** What may then be done about it. */
  offer?: Offer | undefined
  /** Reads the thing again, after somebody else changed it; what was typed stays. */
  reload?: () => Promise<Meanwhile | undefined>
  /** What to do after somebody else changed the thing, where it is not read again in place. */
  conflictHint?: string
  onClose: () => void
}

/** A modal that changes one thing. The answer to every refusal is in it, and it is never closed over unsaved changes without asking. */
export function EditModal<Draft extends FieldValues = FieldValues>({ title, children, size = 'medium', onClose, ...rest }: EditModalProps<Draft>) {
  const { t } = useWords()
  const noForm = useForm<Draft>()
  const draft = rest.form ?? noForm
  const { isDirty, isValid, errors } = useFormState({ control: draft.control })
  const changed = rest.changed ?? (isDirty && !rest.frozen)
  const all = errorsByField(errors)
  const refusals = Object.fromEntries(all.flatMap(({ name, type, message }) => (type === 'server' ? [[name, message]] : [])))
  // A refused draft may be sent again as it is: the server may have changed its mind.
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
    onSuccess: (told) => (told === null ? saving.mutate() : setImpact(told)),
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
  // A dialog would begin at a field that cannot be changed.
  useLayoutEffect(() => form.current?.querySelector<HTMLElement>(':is(input, select, textarea):not([readonly], :disabled)')?.focus(), [])
  const blocker = useBlocker({
    shouldBlockFn: ({ action }) => action !== 'REPLACE',
    enableBeforeUnload: changed,
    disabled: !changed,
    withResolver: true,
  })

  const [meanwhile, setMeanwhile] = useState<Meanwhile>()
  function reloaded(changes: Meanwhile | undefined): void {
    setMeanwhile(changes)
    // Takes the server's refusals away.
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
    // A form inside a dialog inside this one bubbles through React's tree.
    if (event.target !== form.current || isBarred || isBusy) return
    // Takes the server's refusals away, too.
    if (rest.frozen || (await draft.trigger())) weighing.mutate()
  }

  return (
    <Dialog title={title} size={size} onDismiss={dismiss} actions={null}>
      <form ref={form} onSubmit={(event) => void submit(event)} noValidate className="modal-form">
        <div ref={alert} role="alert" {...(failed && { tabIndex: -1 })} className="modal-alert">
          {failed && <Refusal error={failed} names={names} reload={rest.reload} conflictHint={rest.conflictHint} onReloaded={reloaded} />}
        </div>
        {meanwhile && <MeanwhileNotice meanwhile={meanwhile} />}
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

/** The fields that a refusal names, with its message about each. */
function faultsByField(error: Error): [string, string][] {
  const entries: readonly ErrorEntry[] = error instanceof CallError ? error.errors : []
  return entries.flatMap(({ data }): [string, string][] => (data.field ? [[data.field, data.message]] : []))
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
  reload: (() => Promise<Meanwhile | undefined>) | undefined
  conflictHint: string | undefined
  onReloaded: (meanwhile: Meanwhile | undefined) => void
}

function Refusal({ error, names, reload, conflictHint, onReloaded }: RefusalProps) {
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
