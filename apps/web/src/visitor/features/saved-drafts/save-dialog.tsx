import { checkEmailPair, readSecondFactor, type TagView } from '@sportello/contract'
import { isEmailAddress } from '@sportello/fields'
import { type FormEvent, useId, useState } from 'react'
import type { CallError } from '../../../shared/call-error.ts'
import { useWords } from '../../../shared/phrase.tsx'
import { messagesOf } from '../../../shared/refusal.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { useCustomer } from '../../use-customer.ts'
import { CaptchaPlace } from '../captcha/captcha-place.tsx'
import { useCaptcha } from '../captcha/use-captcha.ts'
import { AddressField } from '../send/email-dialog.tsx'
import { wantsCaptcha } from '../send/use-send.ts'
import { useDraft } from '../wizard/draft.tsx'
import { FactorField } from './factor-field.tsx'
import { factorOf } from './saved-handle.ts'
import { useMoment, useSavedWords } from './saved-words.ts'
import { useSaveDraft } from './use-save-draft.ts'

interface SaveDialogProps {
  steps: readonly TagView[]
  onClose: () => void
}

/** Dialog that saves the request: it asks where to mail the link, shows the progress, and says until when the link is valid. */
export function SaveDialog({ steps, onClose }: SaveDialogProps) {
  const { config } = useCustomer()
  const { t: words, issue } = useWords()
  const t = useSavedWords()
  const moment = useMoment()
  const { lostFiles } = useDraft()
  const { state, handle, save, cancel } = useSaveDraft(steps)
  const captcha = useCaptcha(config)
  const formId = useId()
  const captchaId = useId()
  const [email, setEmail] = useState(() => knownEmail(config.metadata))
  const [confirmed, setConfirmed] = useState(email)
  const [left, setLeft] = useState({ email: false, confirmed: false })
  const [typed, setTyped] = useState('')
  const [isFactorWrong, setFactorWrong] = useState(false)
  const hasLink = handle?.key !== undefined
  const knownFactor = handle?.key === undefined ? undefined : factorOf(handle.key)
  const kind = knownFactor === undefined ? (config.save_and_resume?.second_factor ?? null) : null
  const error = state.phase === 'asking' ? state.error : null
  const needsCaptcha = !hasLink && captcha.captcha !== null && (config.always_captcha || (error !== null && wantsCaptcha(error)))
  const lost = Object.values(lostFiles).flat()

  function submit(event: FormEvent): void {
    event.preventDefault()
    const isEmailWrong = !hasLink && checkEmailPair(email, confirmed) !== null
    const isWrong = kind !== null && readSecondFactor(kind, typed) === undefined
    setLeft({ email: true, confirmed: true })
    setFactorWrong(isWrong)
    if (isEmailWrong || isWrong) return
    if (needsCaptcha && !captcha.solved) {
      document.getElementById(captchaId)?.focus()
      return
    }
    void save({ email: hasLink ? undefined : email.trim(), factor: kind === null ? knownFactor : typed, solution: captcha.solved?.value ?? null })
    captcha.setSolved(null)
  }

  if (state.phase === 'done') {
    const until = moment(state.saved.expires_at)
    return (
      // A key for each phase: the browser moves the focus into a dialog only when it opens.
      <Dialog
        key="done"
        title={t('salvato_titolo')}
        onDismiss={onClose}
        actions={
          <Button weight="primary" onClick={onClose}>
            {t('salva_prosegui')}
          </Button>
        }
      >
        <div role="status" className="saved-note">
          <p>{state.saved.is_mailed ? t('salvato_mail', email.trim(), until) : t('salvato_stesso', until)}</p>
          <p>{t('salvato_resta')}</p>
        </div>
      </Dialog>
    )
  }
  if (state.phase === 'saving') {
    const percent = Math.round(state.part * 100)
    return (
      <Dialog key="saving" title={t('salvataggio')} onDismiss={cancel} actions={<Button onClick={cancel}>{words('annulla')}</Button>}>
        <progress className="progress" aria-label={t('salvataggio')} {...(percent > 0 && percent < 100 ? { value: percent, max: 100 } : {})} />
      </Dialog>
    )
  }
  return (
    <Dialog
      key="asking"
      title={t('salva_continua')}
      onDismiss={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words('annulla')}</Button>
          <Button weight="primary" type="submit" form={formId}>
            {t('salva')}
          </Button>
        </>
      }
    >
      <p>{hasLink ? t('salvato_stesso', moment(handle.until)) : t('salva_testo', String(config.save_and_resume?.days ?? ''))}</p>
      <form id={formId} onSubmit={submit} noValidate>
        {!hasLink && (
          <>
            <AddressField
              label={words('email')}
              value={email}
              onChange={setEmail}
              onLeave={() => setLeft((now) => ({ ...now, email: email !== '' }))}
              message={left.email && !isEmailAddress(email.trim()) ? issue({ code: 'indirizzo_non_valido', params: [] }) : undefined}
            />
            <AddressField
              label={words('conferma_email')}
              value={confirmed}
              onChange={setConfirmed}
              onLeave={() => setLeft((now) => ({ ...now, confirmed: confirmed !== '' }))}
              message={left.confirmed && email.trim() !== confirmed.trim() ? issue({ code: 'indirizzi_diversi', params: [] }) : undefined}
            />
          </>
        )}
        {kind !== null && (
          <FactorField
            kind={kind}
            label={t(hasLink ? `riprendi_${nameOf(kind)}` : `salva_${nameOf(kind)}`)}
            {...(!hasLink && { hint: t(`salva_${nameOf(kind)}_aiuto`) })}
            value={typed}
            message={isFactorWrong ? t(shortOf(kind)) : undefined}
            onChange={setTyped}
          />
        )}
        {needsCaptcha && <CaptchaPlace held={captcha} id={captchaId} onSolved={captcha.setSolved} message={undefined} />}
      </form>
      {lost.length > 0 && <p className="notice">{t('salva_senza', lost.join(', '))}</p>}
      <p className="field-error" role="alert">
        {error !== null && messageOf(error, t, words)}
      </p>
    </Dialog>
  )
}

const nameOf = (kind: 'word' | 'phone') => (kind === 'word' ? 'parola' : 'telefono')

const shortOf = (kind: 'word' | 'phone') => (kind === 'word' ? 'salva_parola_corta' : 'salva_telefono_corto')

function messageOf(error: CallError, t: ReturnType<typeof useSavedWords>, words: Parameters<typeof messagesOf>[1]): string {
  const codes = error.errors.map(({ data }) => data.code)
  if (codes.includes('forms0024')) return t('salva_limite')
  if (codes.includes('forms0038')) {
    const [tries] = error.errors[0]?.data.params ?? []
    return tries === undefined ? t('salva_fallito') : t('riprendi_sbagliato', tries)
  }
  if (error.errors.length === 0) return t('salva_fallito')
  return messagesOf(error, words).join(' ')
}

/** Returns the visitor's known e-mail address; empty if there is none. */
function knownEmail(metadata: Readonly<Record<string, unknown>> | null): string {
  const [first] = [metadata?.email].flat()
  return typeof first === 'string' ? first : ''
}
