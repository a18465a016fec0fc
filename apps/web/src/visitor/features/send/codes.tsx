import { TenantHtml } from '@sportello/fields/react'
import { useState } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'

interface CodesProps {
  /** Ticket code of the request; null if the request does not open a ticket. */
  ticket: string | null
  otp: string | null
  summaryHtml: string | null
  /** True if the summary of the answers has a heading. */
  titled?: boolean
}

/** Shows the ticket code, the one-time code and the summary of a request. */
export function Codes({ ticket, otp, summaryHtml, titled = true }: CodesProps) {
  const { t } = useWords()
  return (
    <div role="status" className="receipt">
      {(ticket ?? otp) !== null && (
        <dl className="codes">
          {ticket !== null && (
            <div>
              <dt>{t('numero_ticket')}</dt>
              <dd className="code">{ticket}</dd>
              <dd>
                <CopyCode code={ticket} />
              </dd>
            </div>
          )}
          {otp !== null && (
            <div>
              <dt>{t('codice_otp')}</dt>
              <dd className="code">{otp}</dd>
            </div>
          )}
        </dl>
      )}
      {ticket !== null && <p className="field-hint">{t('conserva_codice')}</p>}
      {summaryHtml !== null && (
        <div className="summary">
          {titled && <h2>{t('riepilogo')}</h2>}
          <TenantHtml className="rich-text" html={summaryHtml} />
        </div>
      )}
    </div>
  )
}

/** Button that copies a code. If the browser forbids access to the clipboard, it selects the code instead. */
function CopyCode({ code }: { code: string }) {
  const { t } = useWords()
  const [isCopied, setIsCopied] = useState(false)
  async function copy(button: Element): Promise<void> {
    try {
      await navigator.clipboard.writeText(code)
      setIsCopied(true)
    } catch {
      const shown = button.closest('.codes > div')?.querySelector('.code')
      if (shown) getSelection()?.selectAllChildren(shown)
    }
  }
  return (
    <>
      <Button weight="quiet" className="copy-code" onClick={({ currentTarget }) => void copy(currentTarget)}>
        {t('copia_codice')}
      </Button>
      {/* The codes are in a live region, which announces this text. */}
      {isCopied && <span className="field-hint">{t('codice_copiato')}</span>}
    </>
  )
}
