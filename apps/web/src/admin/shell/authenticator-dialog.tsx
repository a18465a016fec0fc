import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { encode } from 'uqr'
import { CallError } from '../../shared/call-error.ts'
import { Button } from '../../shared/ui/button.tsx'
import { useAccount } from '../account.ts'
import { manage } from '../call.ts'
import { useReauthentication } from '../session/reauthentication.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextInput, useEditForm } from '../ui/edit-form.tsx'
import { EditModal } from '../ui/edit-modal.tsx'
import { useMessages } from '../ui/use-messages.ts'
import { useWords } from '../words.tsx'

const PATH = '/account/authenticator'

interface NewAuthenticator {
  uri: string
  secret: string
}

/** Dialog in which the operator sets up an authenticator app (RFC 6238) or removes the existing one. */
export default function AuthenticatorDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const account = useAccount()
  const queries = useQueryClient()
  const [made, setMade] = useState<NewAuthenticator | null>(null)
  // The cached account may be out of date: the operator may have set up an authenticator in another window.
  const [isSet, setIsSet] = useState(account?.authenticator ?? false)
  function close(): void {
    void queries.invalidateQueries({ queryKey: ['operators'] })
    void queries.invalidateQueries({ queryKey: ['account'] })
    onClose()
  }
  if (!account) return <Waiting onClose={onClose} />
  if (isSet) return <RemoveAuthenticator onClose={close} />
  if (made) return <ConfirmAuthenticator made={made} onClose={close} />
  async function begin(proof: object): Promise<void> {
    try {
      setMade(await manage<NewAuthenticator>('POST', PATH, { body: proof }))
    } catch (error) {
      if (!(error instanceof CallError) || !error.errors.some(({ data }) => data.code === 'forms_mgmt0003')) throw error
      setIsSet(true)
    }
  }
  return account.password ? <BeginByPassword title={t('authenticator')} begin={begin} onClose={onClose} /> : <BeginAtOnce begin={begin} onClose={onClose} />
}

interface BeginProps {
  begin: (proof: object) => Promise<void>
  onClose: () => void
}

function BeginByPassword({ title, begin, onClose }: BeginProps & { title: string }) {
  const { t } = useWords()
  const proof = useReauthentication()
  const begun = useRef(false)
  async function save(): Promise<void> {
    await begin(proof.body)
    begun.current = true
  }
  return (
    <EditModal
      title={title}
      size="small"
      saveLabel={t('passkey_continue')}
      disabled={proof.isMissing}
      save={save}
      done={null}
      onClose={() => !begun.current && onClose()}
    >
      {proof.field}
    </EditModal>
  )
}

function BeginAtOnce({ begin, onClose }: BeginProps) {
  const messages = useMessages()
  const beginning = useMutation({ mutationFn: () => begin({}) })
  const { mutate } = beginning
  useEffect(() => mutate(), [mutate])
  return <Waiting failed={beginning.error && messages(beginning.error)} onClose={onClose} />
}

function Waiting({ failed, onClose }: { failed?: string[] | null; onClose: () => void }) {
  const { t } = useWords()
  return (
    <Dialog title={t('authenticator')} onDismiss={onClose} actions={<Button onClick={onClose}>{t('close')}</Button>}>
      <p role={failed ? 'alert' : 'status'}>{failed?.join(' ') ?? t('loading')}</p>
    </Dialog>
  )
}

function RemoveAuthenticator({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const draft = useCodeDraft()
  const code = draft.watch('code')
  return (
    <EditModal
      title={t('authenticator')}
      form={draft}
      changed={false}
      danger
      saveLabel={t('authenticator_remove')}
      save={() => manage('DELETE', PATH, { body: { code } })}
      done={t('authenticator_removed')}
      onClose={onClose}
    >
      <p>{t('authenticator_is_set')}</p>
      <CodeField />
    </EditModal>
  )
}

function ConfirmAuthenticator({ made, onClose }: { made: NewAuthenticator; onClose: () => void }) {
  const { t } = useWords()
  const draft = useCodeDraft()
  const code = draft.watch('code')
  return (
    <EditModal
      title={t('authenticator')}
      form={draft}
      changed={false}
      saveLabel={t('authenticator_confirm')}
      save={() => manage('PUT', PATH, { body: { code } })}
      done={t('authenticator_added')}
      onClose={onClose}
    >
      <p>{t('authenticator_text')}</p>
      <QrCode text={made.uri} label={t('authenticator_qr')} />
      <p>
        {t('authenticator_secret')} <span className="code">{made.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</span>
      </p>
      <CodeField />
    </EditModal>
  )
}

const useCodeDraft = () => useEditForm({ code: '' }, ({ code }) => ({ code: code.trim() === '' ? '' : undefined }))

function CodeField() {
  const { t } = useWords()
  return <TextInput label={t('authenticator_code')} name="code" hint={t('authenticator_code_hint')} inputMode="numeric" autoComplete="one-time-code" required />
}

function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 3 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} fill="#000" />
    </svg>
  )
}
