import type { ErrorEntry, FieldFault, TagView } from '@sportello/contract'
import { useId } from 'react'
import { askedBeforeSend, knownEmails } from '../../access/asks-before-send.ts'
import { addStyle } from '../../styles/add-style.ts'
import css from '../../styles/answers-review.css?inline'
import { useCustomer } from '../../use-customer.ts'
import { CaptchaPlace } from '../captcha/captcha-place.tsx'
import type { Captcha, Solved } from '../captcha/use-captcha.ts'
import { RefusalDialog } from '../refusal/refusal-dialog.tsx'
import { useDraft } from '../wizard/draft.tsx'
import { AnswersReview } from './answers-review.tsx'
import { CaptchaDialog } from './captcha-dialog.tsx'
import { ConfirmAddress } from './confirm-address.tsx'
import { ConfirmSend } from './confirm-send.tsx'
import { EmailDialog } from './email-dialog.tsx'
import { FaultsDialog } from './faults-dialog.tsx'
import { IdentityDialog } from './identity-dialog.tsx'
import type { Asking } from './send-panel.tsx'
import { SendingDialog } from './sending-dialog.tsx'
import { confirmModalOf, type SendState, type Sent, wantsCaptcha } from './use-send.ts'

// They belong to the chunk of the dialogs, so that pages with questions do not wait for them.
addStyle('answers-review-style', css)

export { reviewedAnswers } from './reviewed-answers.ts'

interface SendDialogsProps {
  steps: readonly TagView[]
  faults: readonly FieldFault[]
  asking: Asking
  email: string
  state: SendState
  arrived: Sent | null
  captcha: Captcha
  /**
   * Code of a question. The visitor checked the answers before the submission and last went back to this question to
   * change
   * it.
   */
  changed: string | null
  onReviewed: () => void
  onChangeAnswer: (code: string) => void
  onConfirmed: () => void
  onDeliver: (email: string) => void
  /** Submits the request again. If `solution` is undefined, the current captcha solution is used again. */
  onRetry: (solution?: Solved) => void
  onCancel: () => void
  onAsked: () => void
  onRefused: (errors: readonly ErrorEntry[]) => void
  onFinish: () => void
}

/**
 * The dialogs that can appear before, during and after the submission of a form. At most one of them is shown at a
 * time.
 */
export default function SendDialogs(props: SendDialogsProps) {
  const { steps, faults, asking, email, state, arrived, captcha } = props
  const { config } = useCustomer()
  const { files } = useDraft()
  const captchaId = useId()

  if (asking === 'review')
    return (
      <AnswersReview
        steps={steps}
        changed={props.changed}
        sends={confirmModalOf(steps) === undefined && askedBeforeSend(config) === 'nothing'}
        onConfirm={props.onReviewed}
        onCancel={props.onAsked}
        onChange={props.onChangeAnswer}
      />
    )
  if (asking === 'corrections') return <FaultsDialog steps={steps} faults={faults} onClose={props.onAsked} />
  const modal = asking === 'confirmation' ? confirmModalOf(steps) : undefined
  if (modal) return <ConfirmSend modal={modal} onCancel={props.onAsked} onConfirm={props.onConfirmed} />
  if (asking === 'email') return <EmailDialog initial={email} onCancel={props.onAsked} onSend={props.onDeliver} />
  if (asking === 'email_captcha') {
    const check = <CaptchaPlace held={captcha} id={captchaId} onSolved={captcha.setSolved} />
    return <EmailDialog initial={email} captcha={{ check, solved: captcha.solved !== null }} onCancel={props.onAsked} onSend={props.onDeliver} />
  }
  if (asking === 'identity') return <IdentityDialog emails={knownEmails(config)} onCancel={props.onAsked} onSend={props.onDeliver} />
  if (state.phase === 'sending') return <SendingDialog part={state.part} withFiles={Object.keys(files).length > 0} onCancel={props.onCancel} />
  if (state.phase === 'refused' && captcha.captcha && wantsCaptcha(state.error)) {
    const fault = state.error.errors.find(({ data }) => data.code === 'forms0030')?.data.message
    const check = <CaptchaPlace held={captcha} id={captchaId} onSolved={captcha.setSolved} />
    return <CaptchaDialog fault={fault} check={check} solved={captcha.solved} onSolved={props.onRetry} onCancel={() => props.onRefused([])} />
  }
  if (state.phase === 'refused')
    return <RefusalDialog error={state.error} onRetry={() => props.onRetry()} onClose={() => props.onRefused(state.error.errors)} />
  return arrived && <ConfirmAddress sent={arrived} hours={config.time_limit_request} onOk={props.onFinish} />
}
