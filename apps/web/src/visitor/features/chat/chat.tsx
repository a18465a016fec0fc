import { useEffect, useId, useRef, useState } from 'react'
import { browserApi } from '../../../shared/call.ts'
import { usePageSettings } from '../../page-settings.ts'
import { addStyle } from '../../styles/add-style.ts'
import css from '../../styles/chat.css?inline'
import { useCustomer } from '../../use-customer.ts'
import { hasConsented, keepConsent } from './chat-consent.ts'
import { ChatNotice } from './chat-notice.tsx'
import { ChatPanel } from './chat-panel.tsx'
import { useChatWords } from './chat-words.ts'
import type { LiveChat } from './live-chat.ts'
import { useChat } from './use-chat.ts'

// They belong to the chat's chunk, so that the first page does not load them.
addStyle('chat-style', css)

/** The live chat of a form. It is shown only if the chat's site responds (visitor specification, section 4). */
export default function Chat({ chat }: { chat: LiveChat }) {
  const { config } = useCustomer()
  const settings = usePageSettings()
  const [available, setAvailable] = useState(false)
  useEffect(() => {
    browserApi(settings, () => settings.words.language)
      .chatState(config.form_code)
      .then(
        (state) => setAvailable(state.available),
        () => {},
      )
  }, [settings, config.form_code])
  return available ? <ChatBubble chat={chat} /> : null
}

/**
 * The button "Serve aiuto?" ("Need help?") and the panel that it opens (visitor specification, section 2). The browser
 * contacts a chat provider only after the visitor has given consent.
 */
function ChatBubble({ chat }: { chat: LiveChat }) {
  const { form_code: customer } = useCustomer().config
  const t = useChatWords()
  const id = useId()
  const bubble = useRef<HTMLButtonElement>(null)
  const whole = useRef<HTMLDivElement>(null)
  const [expanded, setExpanded] = useState(false)
  const { state, open } = useChat(chat, () => setBack(true))
  const [back, setBack] = useState(false)
  const { phase, theirs, unread } = state

  useEffect(() => {
    if (!back) return
    bubble.current?.focus()
    setBack(false)
  }, [back])

  // Once CRISP's own chat box has loaded, it is shown instead of the panel.
  const shown = expanded && !theirs
  useEffect(() => {
    if (theirs) setExpanded(false)
  }, [theirs])

  function collapse(): void {
    setExpanded(false)
    if (document.activeElement === document.body || whole.current?.contains(document.activeElement)) setBack(true)
  }

  function press(): void {
    if (expanded) {
      collapse()
      return
    }
    if (chat.chatType === 'EBBY' || phase !== 'open') setExpanded(true)
    if (phase === 'open' || hasConsented(customer, chat)) void open()
  }

  function agree(): void {
    keepConsent(customer, chat)
    void open()
  }

  // Escape closes the chat panel even if the focus is outside it, because the panel may cover the focused element.
  useEffect(() => {
    if (!shown) return
    const close = (event: KeyboardEvent) => event.key === 'Escape' && !document.querySelector('dialog[open]') && collapse()
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  })

  return (
    <div ref={whole} className={`chat chat-${chat.align.toLowerCase()}`}>
      <button ref={bubble} type="button" className="chat-bubble" hidden={theirs} aria-expanded={shown} aria-controls={id} onClick={press}>
        {chat.chatIcon === null ? <BubbleIcon /> : <img src={chat.chatIcon} alt="" width={28} height={28} />}
        <span className="chat-name">{t('serve_aiuto')}</span>
        {unread && <span className="chat-unread">{t('chat_nuovo_messaggio')}</span>}
      </button>
      <p className="visually-hidden" role="status">
        {unread && t('chat_nuovo_messaggio')}
      </p>
      <ChatPanel
        id={id}
        shown={shown}
        state={state}
        notice={<ChatNotice chat={chat} onOpen={agree} onDecline={collapse} />}
        onRetry={() => void open()}
        onCollapse={collapse}
      />
    </div>
  )
}

function BubbleIcon() {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M4 5h16v11H10l-4.5 4v-4H4zM8 9h8M8 12.5h5" />
    </svg>
  )
}
