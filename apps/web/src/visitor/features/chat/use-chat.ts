import { chatDataOf } from '@sportello/contract'
import { useState } from 'react'
import { browserApi } from '../../../shared/call.ts'
import { CallError } from '../../../shared/call-error.ts'
import { useWords } from '../../../shared/phrase.tsx'
import { type PageSettings, usePageSettings } from '../../page-settings.ts'
import { useCustomer } from '../../use-customer.ts'
import { hideCrisp, showCrisp, startCrisp } from './crisp.ts'
import type { LiveChat } from './live-chat.ts'

export interface ChatState {
  phase: 'closed' | 'opening' | 'open' | 'failed'
  /** URL of the page with the chat of the provider EBBY, which the panel shows in a frame. */
  url: string | null
  /** True if CRISP shows its own chat box instead of the page's panel. */
  theirs: boolean
  /** True if a chat message has arrived while the chat box was closed. */
  unread: boolean
}

/**
 * Returns the state of the form's chat, and a function that opens the chat.
 * @param onClosed called when the visitor closes CRISP's own chat box
 */
export function useChat(chat: LiveChat, onClosed: () => void): { state: ChatState; open: () => Promise<void> } {
  const { config } = useCustomer()
  const { language } = useWords()
  const settings = usePageSettings()
  const [state, setState] = useState<ChatState>({ phase: 'closed', url: null, theirs: false, unread: false })
  const change = (part: Partial<ChatState>) => setState((before) => ({ ...before, ...part }))

  async function openCrisp(): Promise<void> {
    if (state.phase === 'open') showCrisp()
    else {
      await startCrisp(config.form_code, chat, chatDataOf(config.metadata), language, {
        onClosed() {
          hideCrisp()
          change({ theirs: false })
          onClosed()
        },
        onMessage: () => setState((before) => ({ ...before, unread: !before.theirs })),
      })
    }
    change({ phase: 'open', theirs: true, unread: false })
  }

  async function open(): Promise<void> {
    if (state.phase === 'opening' || (state.phase === 'open' && chat.chatType === 'EBBY')) return
    if (state.phase !== 'open') change({ phase: 'opening' })
    try {
      if (chat.chatType === 'CRISP') await openCrisp()
      else change({ phase: 'open', url: await addressOf(settings, config.form_code, language) })
    } catch {
      change({ phase: 'failed' })
    }
  }

  return { state, open }
}

/**
 * Fetches the URL of the chat. The visitor's session may have ended by a submission or a timeout. Then fetches the URL
 * again
 * without the session, so that the visitor can still chat anonymously.
 */
async function addressOf(settings: PageSettings, customer: string, language: string): Promise<string> {
  const { sessionCode: _over, ...unknown } = settings
  const ask = async (as: typeof unknown) => (await browserApi(as, () => language).chatAddress(customer)).url
  return ask(settings).catch((error: unknown) => {
    if (error instanceof CallError && error.errors.length > 0 && settings.sessionCode !== undefined) return ask(unknown)
    throw error
  })
}
