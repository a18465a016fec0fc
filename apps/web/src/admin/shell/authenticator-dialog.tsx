import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { encode } from 'uqr'
import { CallError } from '../../shared/call.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { manage } from '../call.ts'
import { EditModal } from '../ui/edit-modal.tsx'
import { TextField } from '../ui/field.tsx'
import { useWords } from '../words.tsx'

const PATH = '/account/authenticator'

interface NewAuthenticator {
  uri: string
  secret: string
}

/** Sets up the operator's authenticator (RFC 6238), or takes it away where there is one. */
export default function AuthenticatorDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const [code, setCode] = useState('')
  const begin = useMutation({ mutationFn: () => manage<NewAuthenticator>('POST', PATH) })
  const { mutate } = begin
  useEffect(() => mutate(), [mutate])
  const isSet = begin.error instanceof CallError && begin.error.errors.some(({ data }) => data.code === 'forms_mgmt0003')
  const shared = {
    disabled: code.trim() === '',
    onClose: () => {
      void queries.invalidateQueries({ queryKey: ['operators'] })
      onClose()
    },
  }
  const field = (
    <TextField
      label={t('authenticator_code')}
      name="code"
      hint={t('authenticator_code_hint')}
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      value={code}
      onChange={setCode}
    />
  )

  if (isSet)
    return (
      <EditModal
        title={t('authenticator')}
        {...shared}
        danger
        saveLabel={t('authenticator_remove')}
        save={() => manage('DELETE', PATH, { body: { code } })}
        done={t('authenticator_removed')}
      >
        <p>{t('authenticator_is_set')}</p>
        {field}
      </EditModal>
    )
  if (begin.data)
    return (
      <EditModal
        title={t('authenticator')}
        {...shared}
        saveLabel={t('authenticator_confirm')}
        save={() => manage('PUT', PATH, { body: { code } })}
        done={t('authenticator_added')}
      >
        <p>{t('authenticator_text')}</p>
        <QrCode text={begin.data.uri} label={t('authenticator_qr')} />
        <p>
          {t('authenticator_secret')} <span className="code">{begin.data.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</span>
        </p>
        {field}
      </EditModal>
    )
  return (
    <Dialog title={t('authenticator')} onDismiss={onClose} actions={<Button onClick={onClose}>{t('close')}</Button>}>
      <p>{t(begin.error ? 'unreachable' : 'loading')}</p>
    </Dialog>
  )
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
