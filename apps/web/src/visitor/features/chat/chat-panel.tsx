import { type ReactNode, useEffect, useRef } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Icon } from '../../../shared/ui/icon.tsx'
import { useChatWords } from './chat-words.ts'
import type { ChatState } from './use-chat.ts'

interface ChatPanelProps {
  id: string
  shown: boolean
  state: ChatState
  /** Notice that says which data the chat provider receives. Contains the button that opens the chat. */
  notice: ReactNode
  onRetry: () => void
  onCollapse: () => void
}

/** Panel that the chat button opens. The panel is not modal, so that the visitor can still read the form. */
export function ChatPanel({ id, shown, state: { phase, url }, notice, onRetry, onCollapse }: ChatPanelProps) {
  const { t: page } = useWords()
  const t = useChatWords()
  const title = useRef<HTMLHeadingElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)

  const loaded = useRef(false)

  // Moves the focus into the chat panel when its content changes, because the button that the visitor pressed may have
  // disappeared.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another phase shows something else
  useEffect(() => {
    if (shown) (loaded.current ? frame : title).current?.focus()
  }, [shown, phase])

  /**
   * Moves the focus into the chat's frame after the page in the frame has loaded; earlier, loading the page would
   * remove the focus. Does nothing if the visitor has moved the focus in the meantime.
   */
  function arrive(): void {
    loaded.current = true
    if (document.activeElement === title.current) frame.current?.focus()
  }

  return (
    <section id={id} className="chat-panel" role="dialog" aria-labelledby={`${id}-title`} hidden={!shown}>
      <div className="chat-head">
        <h2 ref={title} id={`${id}-title`} tabIndex={-1}>
          {t('chat_titolo')}
        </h2>
        <button type="button" className="chat-collapse" aria-label={t('chat_riduci')} onClick={onCollapse}>
          <Icon name="chevron" />
        </button>
      </div>
      {phase === 'closed' && notice}
      <p className="chat-status" role="status" hidden={phase !== 'opening'}>
        {phase === 'opening' && page('caricamento')}
      </p>
      {phase === 'failed' && (
        <div className="chat-status">
          <p role="alert">{t('chat_fallita')}</p>
          <Button onClick={onRetry}>{page('riprova')}</Button>
        </div>
      )}
      {url !== null && (
        // The frame contains a page of the chat provider. That page can neither read nor navigate the visitor's page.
        <iframe
          ref={frame}
          className="chat-frame"
          title={t('chat_titolo')}
          src={url}
          onLoad={arrive}
          referrerPolicy="no-referrer"
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads"
        />
      )}
    </section>
  )
}
