import { useEffect, useState } from 'react'
import type { LiveChat } from './live-chat.ts'

/**
 * Milliseconds for which the browser waits after the page is ready before it loads the chat (visitor specification,
 * sections 4 and 9).
 */
const AFTER_MS = 1_500

const loadChat = () => import('./chat.tsx').then((chunk) => chunk.default)

/** Loads the live chat after a delay. Forms without a chat load no code of the chat. */
export function ChatPlace({ chat }: { chat: LiveChat }) {
  const [Chat, setChat] = useState<Awaited<ReturnType<typeof loadChat>> | null>(null)
  useEffect(() => {
    const timer = setTimeout(
      () =>
        void loadChat().then(
          (loaded) => setChat(() => loaded),
          () => {},
        ),
      AFTER_MS,
    )
    return () => clearTimeout(timer)
  }, [])
  return Chat && <Chat chat={chat} />
}
