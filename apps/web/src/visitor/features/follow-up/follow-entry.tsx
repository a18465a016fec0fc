import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { HomeLink } from '../../pages/home-link.tsx'
import { useCustomer } from '../../use-customer.ts'
import { type FollowWord, useFollowWords } from './follow-words.ts'
import type { FollowUpCalls } from './use-follow-up.ts'

const FAULTS = { forms0003: 'codici_errati', forms0017: 'codici_errati', http_malformed: 'codici_errati', forms0045: 'troppi_tentativi' } as const

/** Asks for the link, or for the two codes if the form gives them. */
export function FollowEntry({ notice, calls }: { notice: FollowWord | null; calls: FollowUpCalls }) {
  const { config } = useCustomer()
  const words = useFollowWords()
  const [ticket, setTicket] = useState('')
  const [otp, setOtp] = useState('')
  const [fault, setFault] = useState<FollowWord | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy || ticket.trim() === '' || otp.trim() === '') return setFault('codici_errati')
    setIsBusy(true)
    setFault(null)
    setFault(await calls.change('POST', ['session'], { ticket, otp }, FAULTS))
    setIsBusy(false)
  }

  return (
    <section className="card follow-entry">
      <h1>{words('titolo')}</h1>
      <p role="status">{notice && words(notice)}</p>
      <p>{words('entra_link')}</p>
      {config.follow_up === 'codes' && (
        <form onSubmit={(event) => void submit(event)} noValidate>
          <p>{words('entra_codici')}</p>
          <CodeField label={words('campo_ticket')} value={ticket} onChange={setTicket} />
          <CodeField label={words('campo_otp')} value={otp} onChange={setOtp} numeric />
          <p role="alert" className="field-error">
            {fault && words(fault)}
          </p>
          <Button weight="primary" type="submit" aria-disabled={isBusy}>
            {words('apri')}
          </Button>
        </form>
      )}
      <p className="ways-on">
        <HomeLink customer={config.form_code} />
      </p>
    </section>
  )
}

interface CodeFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  numeric?: boolean
}

/** A field for a code that people copy from a mail. */
export function CodeField({ label, value, onChange, numeric = false }: CodeFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="control follow-code"
        value={value}
        maxLength={64}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete={numeric ? 'one-time-code' : 'off'}
        {...(numeric && { inputMode: 'numeric' as const })}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
