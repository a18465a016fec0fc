import { useState } from 'react'
import { manage } from '../call.ts'
import { useNewPassword } from '../session/new-password.tsx'
import { CurrentPasswordField } from '../session/reauthentication.tsx'
import { EditModal } from '../ui/edit-modal.tsx'
import { useWords } from '../words.tsx'

/** Dialog in which operators change their own password; the server requires the current password. */
export default function OwnPasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const [present, setPresent] = useState('')
  const { password, isReady, fields } = useNewPassword()

  return (
    <EditModal
      title={t('own_password')}
      size="small"
      disabled={present === '' || !isReady}
      save={() => manage('PUT', '/account/password', { body: { present, password } })}
      done={t('own_password_changed')}
      onClose={onClose}
    >
      <p>{t('own_password_text')}</p>
      <CurrentPasswordField value={present} onChange={setPresent} />
      {fields}
    </EditModal>
  )
}
