import { type ReactNode, useState } from 'react'
import { useAccount } from '../account.ts'
import { TextField } from '../ui/field.tsx'
import { useWords } from '../words.tsx'

/** The present password, for who has one, before a change of what opens the account; of who has none the server looks how long ago they came in. */
export function useProof(): { field: ReactNode; isMissing: boolean; body: { present?: string } } {
  const account = useAccount()
  const [present, setPresent] = useState('')
  if (!account?.password) return { field: null, isMissing: account === undefined, body: {} }
  return { field: <PresentPassword value={present} onChange={setPresent} />, isMissing: present === '', body: { present } }
}

export function PresentPassword({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useWords()
  const account = useAccount()
  return (
    <>
      {/* Keepers of passwords look for the name beside them. */}
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
