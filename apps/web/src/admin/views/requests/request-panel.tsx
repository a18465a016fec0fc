import { useEffect, useId, useRef } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { places } from '../../address.ts'
import { copyText } from '../../ui/copy-text.ts'
import { isInside, isPlainKey } from '../../ui/plain-key.ts'
import { showErrorToast, showToast } from '../../ui/toasts.tsx'
import { useWords } from '../../words.tsx'
import { useRequestParts } from './request-parts.tsx'

interface RequestPanelProps {
  ticket: string
  /** Opens the previous request of the list; undefined if the request is the first in the list or not in the list. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  onClose: () => void
}

/**
 * Panel that shows one request. On wide screens it is beside the list of requests, on narrow screens it replaces the
 * list.
 * It is a non-modal dialog, so the list stays usable. While the focus is in the panel, the keys K and J open the
 * previous and next request, and Escape closes the panel.
 */
export function RequestPanel({ ticket, onPrevious, onNext, onClose }: RequestPanelProps) {
  const { t } = useWords()
  const { contents, actions } = useRequestParts(ticket)
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (ticket) heading.current?.focus()
  }, [ticket])
  useEffect(() => {
    function handle(event: KeyboardEvent): void {
      const letters = isInside(event, '.request-panel') && { j: onNext, k: onPrevious }
      const keys: Readonly<Record<string, (() => void) | undefined>> = { ...letters, escape: onClose }
      const act = keys[event.key.toLowerCase()]
      if (!act || !isPlainKey(event)) return
      event.preventDefault()
      act()
    }
    // Escape may belong to an overlay, such as a menu, and must then not close the panel. Listens in the capture phase,
    // because the overlay is still open at that time and can be detected.
    document.addEventListener('keydown', handle, true)
    return () => document.removeEventListener('keydown', handle, true)
  }, [onNext, onPrevious, onClose])

  async function copyLink(): Promise<void> {
    const address = `${location.origin}${places.management}?${new URLSearchParams({ view: 'requests', request: ticket })}`
    if (await copyText(address)) showToast(t('link_copied'))
    else showErrorToast(t('link_not_copied', address))
  }
  return (
    <section className="request-panel" role="dialog" aria-labelledby={titleId}>
      <div className="request-panel-head">
        <h2 ref={heading} id={titleId} tabIndex={-1}>
          {`${t('request_ticket')} ${ticket}`}
        </h2>
        <Button disabled={!onPrevious} aria-keyshortcuts="K" title="K" onClick={onPrevious}>
          {t('page_previous')}
        </Button>
        <Button disabled={!onNext} aria-keyshortcuts="J" title="J" onClick={onNext}>
          {t('page_next')}
        </Button>
        <Button onClick={() => void copyLink()}>{t('copy_link')}</Button>
      </div>
      <div className="request-panel-body">{contents}</div>
      <div className="dialog-actions">
        {actions}
        <Button weight="primary" onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </section>
  )
}
