import { type ReactNode, useState } from 'react'
import { useAccount } from '../account.ts'
import { TextField } from '../ui/field.tsx'
import { useWords } from '../words.tsx'

/**
 * Returns a field for the current password, which operators must enter before they change their credentials. Operators
 * without a password get no field; for them the server checks how long ago they signed in.
 */
export function useReauthentication(): { field: ReactNode; isMissing: boolean; body: { present?: string } } {
  const account = useAccount()
  const [present, setPresent] = useState('')
  if (!account?.password) return { field: null, isMissing: account === undefined, body: {} }
  return { field: <CurrentPasswordField value={present} onChange={setPresent} />, isMissing: present === '', body: { present } }
}

export function CurrentPasswordField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useWords()
  const account = useAccount()
  return (
    <>
      {/* Hidden field with the user name: password managers look for a user name next to a password field. */}
      <input type="text" name="username" autoComplete="username" value={account?.username ?? ''} readOnly hidden />
      <TextField
        label={t('own_password_present')}
        name="present"
        type="password"
        autoComplete="current-password"
        required
        maxLength={1_024}
        value={value}
        onChange={onChange}
      />
    </>
  )
}
