import { PASSWORD_MIN_LENGTH, passwordFaults } from '@sportello/contract'
import { type ReactNode, useState } from 'react'
import { TextField } from '../ui/field.tsx'
import { useWords } from '../words.tsx'

const MAX_LENGTH = 1_024

interface NewPassword {
  password: string
  /** True if the new password is strong enough and the operator has repeated it correctly. */
  isReady: boolean
  fields: ReactNode
}

/** Returns two input fields, for a new password and its repetition, together with the state of the fields. */
export function useNewPassword(): NewPassword {
  const { t, issue } = useWords()
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [weakness] = password === '' ? [] : passwordFaults(password)
  const field = { type: 'password', autoComplete: 'new-password', required: true, maxLength: MAX_LENGTH } as const
  return {
    password,
    isReady: password !== '' && weakness === undefined && repeated === password,
    fields: (
      <>
        <TextField
          {...field}
          label={t('operator_new_password')}
          name="password"
          fault={weakness && issue(weakness, String(PASSWORD_MIN_LENGTH))}
          value={password}
          onChange={setPassword}
        />
        <TextField
          {...field}
          label={t('own_password_repeat')}
          name="repeated"
          fault={repeated !== '' && repeated !== password ? t('own_password_differs') : undefined}
          value={repeated}
          onChange={setRepeated}
        />
      </>
    ),
  }
}
