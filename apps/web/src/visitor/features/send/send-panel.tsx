import type { ErrorEntry } from '@sportello/contract'
import { useCallback, useEffect, useId, useState } from 'react'
import { useWords, type Words } from '../../../shared/phrase.tsx'
import { messagesOf } from '../../../shared/refusal.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { whenIdle } from '../../../shared/when-idle.ts'
import { type AskedBeforeSend, askedBeforeSend, authTypeOf } from '../../access/asks-before-send.ts'
import { useCustomer } from '../../use-customer.ts'
import { forgetSession } from '../account/forget-session.ts'
import { CaptchaPlace } from '../captcha/captcha-place.tsx'
import { useCaptcha } from '../captcha/use-captcha.ts'
import type { EndingProps } from '../wizard/answering-context.tsx'
import { faultKey } from '../wizard/answers.ts'
import { useDraft } from '../wizard/draft.tsx'
import { focusField } from '../wizard/focus-field.ts'
import { loadReceiptView } from './load-receipt-view.ts'
import { useReceipt } from './use-receipt.ts'
import { confirmModalOf, customButton, type SendState, type Sent, useSend, wantsCaptcha } from './use-send.ts'

/** A phone is busy with the hydration of the page at first. Within this time the code of the dialogs is loaded in any case. */
const IDLE_WITHIN_MS = 1_000

// Loads the code of the dialogs as soon as the visitor can submit the form. It is not part of the first page. The
// dialogs then work even if the connection is lost later.
const loadDialogs = () => import('./send-dialogs.tsx')
type Dialogs = Awaited<ReturnType<typeof loadDialogs>>

/** The dialog that is open before the request is submitted, for example the dialog for the e-mail address. */
export type Asking = 'corrections' | 'review' | 'confirmation' | AskedBeforeSend

/**
 * Last part of the form. It contains the submit button and the dialogs of the submission.
 */
export function SendPanel({ steps, feedback, onReveal }: EndingProps) {
  const { config } = useCustomer()
  const { t } = useWords()
  const draft = useDraft()
  const receipt = useReceipt()
  const [asking, setAsking] = useState<Asking>('nothing')
  const [email, setEmail] = useState<string | null>(null)
  const [changed, setChanged] = useState<string | null>(null)
  const [arrived, setArrived] = useState<Sent | null>(null)
  const button = customButton(steps)
  const captcha = useCaptcha(config)
  const { solved, setSolved } = captcha
  // Submits the request. If the server rejects the captcha solution, the solution is discarded.
  const { state, send, cancel, reset } = useSend(steps, (error) => wantsCaptcha(error) && setSolved(null))
  const captchaId = useId()
  const [unsolved, setUnsolved] = useState(false)
  // Hides the captcha's error message once the visitor has solved the captcha.
  useEffect(() => void (solved && setUnsolved(false)), [solved])
  const asked = askedBeforeSend(config)
  const here = steps.at(-1)
  // The panel shows no captcha if the e-mail dialog will be shown with its own captcha (visitor specification, section
  // 2).
  const captchaAbove = captcha.captcha !== null && asked !== 'email_captcha' && (config.always_captcha || here?.show_captcha || here?.captcha)
  const { SendDialogs, reviewedAnswers, isFailed, prepare } = useSendDialogs()
  useEffect(() => whenIdle(() => void loadReceiptView().catch(() => {}), IDLE_WITHIN_MS), [])

  function finish(): void {
    draft.clear()
    receipt.show()
  }

  async function deliver(address: string | null, solution = solved): Promise<void> {
    setAsking('nothing')
    setEmail(address)
    const sent = await send(address, solution?.value ?? null)
    // An accepted submission uses up the captcha solution. If the server rejects the submission for another reason, the
    // next attempt can use the same solution.
    if (sent) setSolved(null)
    if (!sent) return
    // Deletes the draft as soon as the server has stored the request. Otherwise a visitor who closes the page now would
    // later find a draft that could be submitted again.
    draft.forget()
    receipt.keep(sent, (context) => reviewedAnswers?.(steps, draft, context) ?? [])
    if (config.session && authTypeOf(config) !== 'SURVEY') forgetSession(config.form_code)
    if (sent.confirmAt === null) finish()
    else setArrived(sent)
  }

  /**
   * Expands the steps that contain the questions with the given codes, so that the errors of these questions are
   * visible.
   */
  function reveal(codes: readonly string[]): void {
    onReveal(steps.filter((step) => step.form_fields.some((field) => codes.includes(faultKey(field)))).map((step) => step.code_tag))
  }

  function takeRefusal(errors: readonly ErrorEntry[]): void {
    const refused = errors.flatMap(({ data }) => (data.field === undefined ? [] : [data.field]))
    feedback.takeServerFaults(errors)
    reset()
    reveal(refused)
    if (refused.length > 0) focusField(refused[0])
  }

  function submit(): void {
    feedback.showAll()
    if (!SendDialogs) void prepare()
    if (feedback.faults.length > 0) {
      reveal(feedback.faults.map((fault) => fault.field))
      setAsking('corrections')
    } else if (captchaAbove && !solved) {
      setUnsolved(true)
      document.getElementById(captchaId)?.focus()
    } else if (config.review_before_send) setAsking('review')
    else confirm()
  }

  /** Shows the author's confirmation dialog, if there is one, before the dialogs of the access mode. */
  function confirm(): void {
    setChanged(null)
    if (confirmModalOf(steps)) setAsking('confirmation')
    else proceed()
  }

  function changeAnswer(code: string): void {
    setAsking('nothing')
    setChanged(code)
    reveal([code])
    focusField(code)
  }

  function proceed(): void {
    if (asked === 'nothing') void deliver(null)
    else setAsking(asked)
  }

  return (
    <div className="send-panel">
      {captchaAbove && <CaptchaPlace held={captcha} id={captchaId} onSolved={setSolved} message={unsolved ? t('captcha_richiesta') : undefined} />}
      <Button weight="primary" className={changed === null ? 'send-button' : 'send-button send-kept'} onClick={submit}>
        {changed === null ? (button?.label ?? t('invia_richiesta')) : t('controlla_risposte')}
      </Button>
      <p className="send-note" role="status">
        {isFailed && (asking !== 'nothing' || state.phase === 'refused') ? t('errore_rete') : noteOf(state, t)}
      </p>
      {SendDialogs && (asking !== 'nothing' || arrived || state.phase === 'sending' || state.phase === 'refused') && (
        <SendDialogs
          steps={steps}
          faults={feedback.faults}
          asking={asking}
          email={email ?? ''}
          state={state}
          arrived={arrived}
          captcha={captcha}
          changed={changed}
          onReviewed={confirm}
          onChangeAnswer={changeAnswer}
          onConfirmed={proceed}
          onDeliver={(address) => void deliver(address)}
          onRetry={(solution) => void deliver(email, solution)}
          onCancel={cancel}
          onAsked={() => setAsking('nothing')}
          onRefused={takeRefusal}
          onFinish={finish}
        />
      )}
    </div>
  )
}

/** Returns what the panel says about a submission that ended without a dialog. */
function noteOf(state: SendState, t: Words['t']): string {
  if (state.phase === 'cancelled') return t('invio_annullato')
  return state.phase === 'refused' && messagesOf(state.error, t).length === 0 ? t('errore_richiesta_testo') : ''
}

/** Loads the code of the dialogs. `prepare` loads it again after a failure. */
function useSendDialogs() {
  // Keeps the code of the dialogs in state instead of using React.lazy, which would delay the first dialog by 300 ms
  // and never retry after a failure.
  const [dialogs, setDialogs] = useState<Dialogs | null>(null)
  const [isFailed, setIsFailed] = useState(false)
  const prepare = useCallback(
    () =>
      loadDialogs().then(
        (loaded) => {
          setDialogs(loaded)
          setIsFailed(false)
        },
        () => setIsFailed(true),
      ),
    [],
  )
  useEffect(() => whenIdle(() => void prepare(), IDLE_WITHIN_MS), [prepare])
  return { SendDialogs: dialogs?.default, reviewedAnswers: dialogs?.reviewedAnswers, isFailed, prepare }
}
