import { useEffect, useState } from 'react'
import type { LiveChat } from './live-chat.ts'

/** visitor specification, sections 4 and 9: the chat is looked for 1.5 seconds after the page is ready. */
const AFTER_MS = 1_500

const loadChat = () => import('./chat.tsx').then((chunk) => chunk.default)

/** Where the live chat comes, when the form stands: until then, and where there is none, nothing of it is loaded. */
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
