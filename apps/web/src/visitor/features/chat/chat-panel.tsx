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
  /** Who gets which data, and the button that opens the chat. */
  notice: ReactNode
  onRetry: () => void
  onCollapse: () => void
}

/** What the bubble opens: beside the form and no modal dialog, so that who asks for help can go on looking at what it is about. */
export function ChatPanel({ id, shown, state: { phase, url }, notice, onRetry, onCollapse }: ChatPanelProps) {
  const { t: page } = useWords()
  const t = useChatWords()
  const title = useRef<HTMLHeadingElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)

  const loaded = useRef(false)

  // The focus follows what is shown: the button that was pressed may be gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another phase shows something else
  useEffect(() => {
    if (shown) (loaded.current ? frame : title).current?.focus()
  }, [shown, phase])

  /** The frame takes it when its page is there, since before that it would lose it; but not from who has gone on meanwhile. */
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
        // What the visitor types there is the chat's; of this page it sees nothing, and leads it nowhere.
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
