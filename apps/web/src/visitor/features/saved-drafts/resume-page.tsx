import { SECOND_FACTOR_TRIES, type SecondFactor } from '@sportello/contract'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { paths } from '../../../shared/paths.ts'
import { useWords } from '../../../shared/phrase.tsx'
import { messagesOf } from '../../../shared/refusal.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { useNavigation } from '../../navigation.tsx'
import { useCustomer } from '../../use-customer.ts'
import { useDraft } from '../wizard/draft.tsx'
import { FactorField } from './factor-field.tsx'
import { keepHandle } from './saved-handle.ts'
import { useMoment, useSavedWords } from './saved-words.ts'
import { type ResumeState, useResume } from './use-resume.ts'

/**
 * Page that the mailed link to a saved request opens. It says what was found and what no longer fits the form, before the visitor
 * goes on.
 */
export function ResumePage() {
  const { config } = useCustomer()
  const { t: words } = useWords()
  const t = useSavedWords()
  const resume = useResume()
  const { state } = resume
  const title = t('riprendi_titolo')
  useEffect(() => {
    document.title = `${title} – ${config.form_title}`
  })
  return (
    <section className="card" aria-labelledby="resume-title">
      <h1 id="resume-title">{title}</h1>
      <p role="status">{state.phase === 'opening' && t('riprendi_attesa')}</p>
      {state.phase === 'factor' && <AskFactor key={state.kind} state={state} onOpen={resume.open} />}
      {state.phase === 'ended' && (
        <>
          <p role="alert">{t(state.text)}</p>
          <p className="ways-on">
            <a className="button" href={paths.home(config.form_code)}>
              {t('riprendi_nuovo')}
            </a>
          </p>
        </>
      )}
      {state.phase === 'failed' && (
        <>
          <p role="alert">{messagesOf(state.error, words).join(' ')}</p>
          <p className="ways-on">
            <Button weight="primary" onClick={() => void resume.open(resume.link().factor)}>
              {words('riprova')}
            </Button>
          </p>
        </>
      )}
      {state.phase === 'ready' && <Found state={state} resume={resume} />}
    </section>
  )
}

function AskFactor({ state, onOpen }: { state: Extract<ResumeState, { phase: 'factor' }>; onOpen: (factor: string) => Promise<void> }) {
  const t = useSavedWords()
  const [typed, setTyped] = useState('')
  const names: Record<SecondFactor, 'riprendi_parola' | 'riprendi_telefono'> = { word: 'riprendi_parola', phone: 'riprendi_telefono' }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (typed.trim() !== '' && !state.isBusy) void onOpen(typed)
  }

  const isTold = state.isWrong || state.left < SECOND_FACTOR_TRIES
  return (
    <form onSubmit={submit} noValidate>
      <FactorField
        kind={state.kind}
        label={t(names[state.kind])}
        value={typed}
        message={isTold ? t('riprendi_sbagliato', String(state.left)) : undefined}
        onChange={setTyped}
      />
      <Button weight="primary" type="submit" aria-disabled={state.isBusy}>
        {t('riprendi_apri')}
      </Button>
    </form>
  )
}

/** What was found of the saved request, with the button that opens it in the form. */
function Found({ state, resume }: { state: Extract<ResumeState, { phase: 'ready' }>; resume: ReturnType<typeof useResume> }) {
  const { draft, files, isLoading } = state
  const { config } = useCustomer()
  const { pending, navigate } = useNavigation()
  const { restore } = useDraft()
  const { t: words } = useWords()
  const t = useSavedWords()
  const moment = useMoment()
  const [isDeleting, setDeleting] = useState(false)
  const [isFailed, setFailed] = useState(false)
  const start = useRef<HTMLParagraphElement>(null)
  // The field that had the focus is gone after the second factor.
  useEffect(() => start.current?.focus(), [])
  const arrived = files.filter(({ content }) => content !== null)
  const missing = isLoading ? [] : files.filter(({ content }) => content === null)
  const answers = Object.keys(draft.shown).length

  function proceed(): void {
    const { key, factor } = resume.link()
    const of = (code: string) => files.filter(({ property_code }) => property_code === code)
    const codes = [...new Set(files.map(({ property_code }) => property_code))]
    restore({
      shown: draft.shown,
      files: Object.fromEntries(codes.map((code) => [code, of(code).flatMap(({ content }) => content ?? [])])),
      lostFiles: Object.fromEntries(
        codes.flatMap((code) => {
          const names = of(code).flatMap(({ content, name }) => (content ? [] : [name]))
          return names.length === 0 ? [] : [[code, names]]
        }),
      ),
    })
    keepHandle(config.form_code, { key, until: draft.expires_at, step: draft.code_tag }, factor)
    navigate(draft.code_tag === config.code_tag ? paths.home(config.form_code) : paths.open(config.form_code, draft.code_tag))
  }

  return (
    <div className="resume">
      <p ref={start} tabIndex={-1}>
        {t('riprendi_salvata', moment(draft.saved_at), moment(draft.expires_at))}
      </p>
      <p>{t('riprendi_tenute', String(answers))}</p>
      {files.length > 0 && (
        <p role="status">
          {t('riprendi_allegati', String(arrived.length), String(files.length))}
          {isLoading && <progress className="progress" aria-label={words('caricamento')} value={arrived.length} max={files.length} />}
        </p>
      )}
      {missing.length > 0 && (
        <div className="notice" role="alert">
          <Named title={t('riprendi_file_fallito')} names={missing.map(({ name }) => name)} />
          <Button onClick={() => void resume.retryFiles(draft, files)}>{words('riprova')}</Button>
        </div>
      )}
      {draft.is_changed && <Changes draft={draft} />}
      <p className="ways-on">
        <Button weight="primary" aria-disabled={isLoading || pending} onClick={() => !isLoading && !pending && proceed()}>
          {t('riprendi_continua')}
        </Button>
        <Button weight="quiet" onClick={() => setDeleting(true)}>
          {t('riprendi_cancella')}
        </Button>
      </p>
      {isDeleting && (
        <Dialog
          title={t('riprendi_cancella')}
          onDismiss={() => setDeleting(false)}
          actions={
            <>
              <Button onClick={() => setDeleting(false)}>{words('annulla')}</Button>
              <Button weight="primary" onClick={async () => setFailed(!(await resume.remove()))}>
                {t('riprendi_cancella')}
              </Button>
            </>
          }
        >
          <p>{t('riprendi_cancella_testo')}</p>
          <p role="alert">{isFailed && words('errore_rete')}</p>
        </Dialog>
      )}
    </div>
  )
}

/** What is different because the form was published in another version. */
function Changes({ draft: { lost_step, dropped, added } }: { draft: Extract<ResumeState, { phase: 'ready' }>['draft'] }) {
  const t = useSavedWords()
  if (lost_step === null && dropped.length === 0 && added.length === 0) return null
  return (
    <div className="notice">
      <p>{t('riprendi_cambiato')}</p>
      {lost_step !== null && <p>{t('riprendi_passo', lost_step)}</p>}
      {dropped.length > 0 && <Named title={t('riprendi_perse')} names={dropped} />}
      {added.length > 0 && <Named title={t('riprendi_nuove')} names={added} />}
    </div>
  )
}

function Named({ title, names }: { title: string; names: readonly string[] }) {
  return (
    <>
      <p>{title}</p>
      <ul>
        {[...new Set(names)].map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </>
  )
}
