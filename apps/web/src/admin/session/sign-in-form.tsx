import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { manage } from '../call.ts'
import { TextField } from '../ui/field.tsx'
import { useMessages } from '../ui/use-messages.ts'
import { useWords } from '../words.tsx'

interface SignInFormProps {
  username?: string | undefined
  onSignedIn: (credential: string) => void
  children?: ReactNode
}

/**
 * Form for the operator's user name and password. If the server requests the code of the authenticator app, the form
 * also shows a field for the code.
 */
export function SignInForm({ username: known, onSignedIn, children }: SignInFormProps) {
  const { t } = useWords()
  const messages = useMessages()
  const [username, setUsername] = useState(known ?? '')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [asksCode, setAsksCode] = useState(false)
  const alert = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const signing = useMutation({
    mutationFn: () =>
      manage<{ auth: string | null; code_required: boolean }>('POST', '/sign-in', {
        body: { username, password, ...(asksCode && { code }) },
        asksNoSignIn: true,
      }),
    onSuccess: ({ auth }) => (auth === null ? setAsksCode(true) : onSignedIn(auth)),
  })
  const failed = signing.error
  useEffect(() => {
    if (failed) alert.current?.focus()
  }, [failed])
  // Moves the focus to the password field. By default a dialog focuses its first field, here the user name, which the
  // operator cannot change.
  useEffect(() => {
    if (known !== undefined) form.current?.querySelector<HTMLInputElement>('[name="password"]')?.focus()
  }, [known])
  useEffect(() => {
    if (asksCode) form.current?.querySelector<HTMLInputElement>('[name="code"]')?.focus()
  }, [asksCode])

  return (
    <form
      ref={form}
      className="modal-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!signing.isPending && username !== '' && password !== '') signing.mutate()
      }}
    >
      <div ref={alert} role="alert" {...(failed && { tabIndex: -1 })} className="modal-alert">
        {failed && (
          <div className="notice notice-danger">
            {messages(failed).map((message) => (
              <p key={message}>{message}</p>
            ))}
          </div>
        )}
      </div>
      <TextField
        label={t('username')}
        name="username"
        autoComplete="username"
        value={username}
        onChange={setUsername}
        required
        readOnly={known !== undefined}
      />
      <TextField label={t('password')} name="password" type="password" autoComplete="current-password" value={password} onChange={setPassword} required />
      {asksCode && (
        <TextField
          label={t('authenticator_code')}
          name="code"
          hint={t('authenticator_code_hint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={setCode}
          required
        />
      )}
      <div className="dialog-actions">
        {children}
        <Button type="submit" weight="primary" disabled={signing.isPending || username === '' || password === '' || (asksCode && code.trim() === '')}>
          {t('sign_in')}
        </Button>
      </div>
    </form>
  )
}
