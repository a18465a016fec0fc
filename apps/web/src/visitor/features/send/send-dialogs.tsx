import type { ErrorEntry, FieldFault, TagView } from '@sportello/contract'
import { knownEmails } from '../../access/asks-before-send.ts'
import { useCustomer } from '../layout/customer-layout.tsx'
import { useDraft } from '../wizard/draft.tsx'
import { ConfirmAddress } from './confirm-address.tsx'
import { ConfirmSend } from './confirm-send.tsx'
import { EmailDialog } from './email-dialog.tsx'
import { FaultsDialog } from './faults-dialog.tsx'
import { IdentityDialog } from './identity-dialog.tsx'
import { RefusalDialog } from './refusal-dialog.tsx'
import type { Asking } from './send-panel.tsx'
import { SendingDialog } from './sending-dialog.tsx'
import { confirmModalOf, type SendState, type Sent } from './use-send.ts'

interface SendDialogsProps {
  steps: readonly TagView[]
  faults: readonly FieldFault[]
  asking: Asking
  email: string
  state: SendState
  arrived: Sent | null
  onConfirmed: () => void
  onDeliver: (email: string) => void
  onRetry: () => void
  onCancel: () => void
  onAsked: () => void
  onRefused: (errors: readonly ErrorEntry[]) => void
  onFinish: (sent: Sent) => void
}

/** The dialogs that a send goes through, one at a time. */
export default function SendDialogs(props: SendDialogsProps) {
  const { steps, faults, asking, email, state, arrived } = props
  const { config } = useCustomer()
  const { files } = useDraft()
  if (asking === 'corrections') return <FaultsDialog steps={steps} faults={faults} onClose={props.onAsked} />
  const modal = asking === 'confirmation' ? confirmModalOf(steps) : undefined
  if (modal) return <ConfirmSend modal={modal} onCancel={props.onAsked} onConfirm={props.onConfirmed} />
  if (asking === 'email') return <EmailDialog initial={email} onCancel={props.onAsked} onSend={props.onDeliver} />
  if (asking === 'identity') return <IdentityDialog emails={knownEmails(config)} onCancel={props.onAsked} onSend={props.onDeliver} />
  if (state.phase === 'sending') return <SendingDialog part={state.part} withFiles={Object.keys(files).length > 0} onCancel={props.onCancel} />
  if (state.phase === 'refused') return <RefusalDialog error={state.error} onRetry={props.onRetry} onClose={() => props.onRefused(state.error.errors)} />
  return arrived && <ConfirmAddress sent={arrived} hours={config.time_limit_request} onOk={() => props.onFinish(arrived)} />
}
