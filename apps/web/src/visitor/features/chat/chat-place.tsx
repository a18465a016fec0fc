import { useEffect, useState } from 'react'
import type { LiveChat } from './live-chat.ts'

/**
 * Delay in milliseconds between the time when the page is ready and the loading of the chat (visitor specification,
 * sections 4 and 9).
 */
const AFTER_MS = 1_500

const loadChat = () => import('./chat.tsx').then((chunk) => chunk.default)

/** Loads the live chat after a delay. If a form has no chat, none of the chat's code is loaded. */
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
