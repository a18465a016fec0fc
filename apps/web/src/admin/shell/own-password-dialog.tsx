import { PASSWORD_MIN_LENGTH, passwordFaults } from '@sportello/contract'
import { useState } from 'react'
import { manage } from '../call.ts'
import { PresentPassword } from '../session/proof.tsx'
import { EditModal } from '../ui/edit-modal.tsx'
import { TextField } from '../ui/field.tsx'
import { useWords } from '../words.tsx'

/** The operator's own password; the server asks for the present one. */
export default function OwnPasswordDialog({ onClose }: { onClose: () => void }) {
  const { t, issue } = useWords()
  const [present, setPresent] = useState('')
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [weakness] = password === '' ? [] : passwordFaults(password)
  const differs = repeated !== '' && repeated !== password

  return (
    <EditModal
      title={t('own_password')}
      size="small"
      disabled={present === '' || password === '' || weakness !== undefined || repeated !== password}
      save={() => manage('PUT', '/account/password', { body: { present, password } })}
      done={t('own_password_changed')}
      onClose={onClose}
    >
      <p>{t('own_password_text')}</p>
      <PresentPassword value={present} onChange={setPresent} />
      <TextField
        label={t('operator_new_password')}
        name="password"
        type="password"
        autoComplete="new-password"
        required
        maxLength={1_024}
        fault={weakness && issue(weakness, String(PASSWORD_MIN_LENGTH))}
        value={password}
        onChange={setPassword}
      />
      <TextField
        label={t('own_password_repeat')}
        name="repeated"
        type="password"
        autoComplete="new-password"
        required
        maxLength={1_024}
        fault={differs ? t('own_password_differs') : undefined}
        value={repeated}
        onChange={setRepeated}
      />
    </EditModal>
  )
}
