import { TenantHtml } from '@sportello/fields/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { Icon } from '../../../shared/ui/icon.tsx'

/**
 * Terms count as read when the visitor has scrolled this close to their end. The distance is a fraction of the height
 * of the
 * text (visitor specification, section 2).
 */
const END_DISTANCE = 1 / 8

interface TermsDialogProps {
  title: string
  html: string
  accepted: boolean
  onAccept: () => void
  onClose: () => void
}

/**
 * Dialog with the full text of terms. It closes only through its buttons (visitor specification, section 2). The text
 * has the focus, so that the arrow keys, Page Down and End scroll it. Screen readers announce when the visitor has
 * reached the end.
 */
export default function TermsDialog({ title, html, accepted, onAccept, onClose }: TermsDialogProps) {
  const { t } = useWords()
  const region = useRef<HTMLElement>(null)
  const [read, setRead] = useState(false)

  const look = useCallback(() => {
    const { scrollTop, clientHeight, scrollHeight } = region.current ?? { scrollTop: 0, clientHeight: 0, scrollHeight: 0 }
    // Terms count as read immediately if at least seven eighths of their text are visible without scrolling.
    if (clientHeight > 0 && scrollTop + clientHeight + 1 >= scrollHeight * (1 - END_DISTANCE)) setRead(true)
  }, [])
  useEffect(() => {
    look()
    const observer = new ResizeObserver(look)
    if (region.current) observer.observe(region.current)
    return () => observer.disconnect()
  }, [look])

  return (
    <Dialog
      title={title}
      size="large"
      actions={
        accepted ? (
          <Button key="close" weight="primary" autoFocus onClick={onClose}>
            {t('chiudi')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('termini_non_accetta')}</Button>
            <Button weight="primary" disabled={!read} onClick={onAccept}>
              {t('termini_accetta')}
            </Button>
          </>
        )
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by the keyboard */}
      <section ref={region} className="terms-text" aria-label={title} tabIndex={0} onScroll={look}>
        <TenantHtml className="rich-text" html={html} />
      </section>
      <p className={accepted ? 'terms-note terms-accepted' : 'terms-note'} role="status">
        {accepted && <Icon name="check" />}
        <span>{t(accepted ? 'termini_grazie' : read ? 'termini_letti' : 'termini_scorri')}</span>
      </p>
    </Dialog>
  )
}
